//! `./build.sh demo`: one long result, from the tool that returns it to the tool that needs it, through the real component.

use serde_json::Value;
use std::error::Error;
use toolaria::Toolaria;
use toolaria::types::{Handle, RescueOutcome, ToolCall};

const SESSION: Option<&str> = Some("demo");

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let toolaria = Toolaria::builder().store(folder.path().join("store")).build()?;
    let result = transactions();
    let mut meter = Meter::default();

    title("web_extract returned one line of JSON. In its place the model sees this handle:");
    let handle = rescue(&toolaria, &result)?;
    println!("{}", handle.text);
    meter.add("the result lands", &result, &handle.text);

    for (what, mode, arguments) in [
        ("The model asks for a map of it", "outline", ""),
        ("It searches for the failed payments", "search", r#","query":"failed payments: card declined""#),
        ("It looks for one of them", "grep", r#","pattern":"\"id\":1\\d+.*declined""#),
    ] {
        let call = format!(r#"{{"id":"{}","mode":"{mode}"{arguments}}}"#, handle.id);
        title(&format!("{what}: rescuer_fetch {call}"));
        let answer = toolaria.tool_call(&call, SESSION)?;
        println!("{answer}");
        meter.add(mode, "", &(call + &answer));
    }

    let arguments = format!(r#"{{"rows":"tla:{}"}}"#, handle.id);
    title(&format!("It hands the whole to a second tool, unread: sum_by_status {arguments}"));
    let expanded = toolaria.expand("sum_by_status", &arguments, SESSION)?;
    let sums = sum_by_status(&expanded.arguments)?;
    println!("The tool received {} characters of JSON and answered: {sums}", expanded.arguments.chars().count());
    meter.add("a second tool gets it", &result, &arguments);

    title("Characters that entered the context");
    meter.print();
    Ok(())
}

/// 2,000 transactions on one line; some of them failed.
fn transactions() -> String {
    let row = |id: u32| {
        let (status, note) = match id % 97 {
            0 => ("failed", "card declined insufficient funds"),
            _ => ("ok", "settled in a batch"),
        };
        let cents = u64::from(id) * 7_919 % 49_700;
        format!(
            r#"{{"id":{id},"user":"user{}","amount":{}.{:02},"status":"{status}","note":"{note}"}}"#,
            id % 431,
            cents / 100,
            cents % 100
        )
    };
    format!("[{}]", (0..2_000).map(row).collect::<Vec<_>>().join(","))
}

fn rescue(toolaria: &Toolaria, result: &str) -> Result<Handle, Box<dyn Error>> {
    let call = ToolCall {
        tool: Some("web_extract".to_owned()),
        toolset: None,
        arguments: Some(r#"{"url":"https://bank.example/transactions"}"#.to_owned()),
        session: SESSION.map(str::to_owned),
        label: None,
    };
    match toolaria.rescue_bytes(&call, result.as_bytes())? {
        RescueOutcome::Stored(handle) => Ok(handle),
        RescueOutcome::Unchanged(reason) => Err(format!("not rescued: {reason:?}").into()),
    }
}

/// The second tool: gets the rows as text and answers with a sum per status.
fn sum_by_status(arguments: &str) -> Result<String, Box<dyn Error>> {
    let arguments: Value = serde_json::from_str(arguments)?;
    let rows: Vec<Value> = serde_json::from_str(arguments["rows"].as_str().ok_or("rows is text")?)?;
    let sum = |status: &str| -> f64 {
        rows.iter().filter(|row| row["status"] == status).filter_map(|row| row["amount"].as_f64()).sum()
    };
    Ok(format!("{} rows, ok {:.2}, failed {:.2}", rows.len(), sum("ok"), sum("failed")))
}

/// What the model has to read, without Toolaria and with it.
#[derive(Default)]
struct Meter {
    moments: Vec<(String, usize, usize)>,
}

impl Meter {
    fn add(&mut self, moment: &str, without: &str, with: &str) {
        self.moments.push((moment.to_owned(), without.chars().count(), with.chars().count()));
    }

    fn print(&self) {
        println!("{:<24}{:>10}{:>10}", "", "without", "with");
        for (moment, without, with) in &self.moments {
            println!("{moment:<24}{without:>10}{with:>10}");
        }
        let sum = |pick: fn(&(String, usize, usize)) -> usize| -> usize { self.moments.iter().map(pick).sum() };
        println!("{:<24}{:>10}{:>10}", "in all", sum(|moment| moment.1), sum(|moment| moment.2));
    }
}

fn title(text: &str) {
    println!("\n== {text}\n");
}
