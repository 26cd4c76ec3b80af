//! `./build.sh stress`: many processes of the program on one store, some of them killed, and whether it keeps its word.

#[path = "stress/trial.rs"]
mod trial;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use trial::Trial;
use trial::program::Layout;
use trial::report::Report;

/// Starts agents whose every call is a process of `toolaria` on one store, kills some of them in mid-call, and checks what
/// was acknowledged, what was forgotten and what is left over. Exit code 1 if anything is lost, wrong or left.
#[derive(Parser)]
struct Options {
    #[arg(long, default_value_t = 8)]
    workers: usize,
    /// Of each worker
    #[arg(long, default_value_t = 200)]
    calls: usize,
    /// Of all workers
    #[arg(long, default_value_t = 30)]
    kills: usize,
    /// `directory` or `sqlite` [default: one after the other]
    #[arg(long, value_parser = layout)]
    layout: Option<Layout>,
    #[arg(long, default_value_t = 3)]
    runs: u64,
    /// Decides the calls, together with the number of the run
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where the stores are made, and stay if something is wrong [default: a temporary folder]
    #[arg(long)]
    folder: Option<PathBuf>,
}

fn layout(name: &str) -> Result<Layout, String> {
    let layouts = [Layout::Directory, Layout::Sqlite];
    layouts.into_iter().find(|layout| layout.name() == name).ok_or_else(|| "is `directory` or `sqlite`".to_owned())
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let options = Options::parse();
    let temporary = tempfile::Builder::new().prefix("toolaria-stress-").tempdir_in(match &options.folder {
        Some(folder) => folder.clone(),
        None => std::env::temp_dir(),
    })?;
    let layouts = options.layout.map_or(vec![Layout::Directory, Layout::Sqlite], |layout| vec![layout]);
    let mut reports = Vec::new();
    for layout in layouts {
        for run in 1..=options.runs {
            let report = options.trial(layout, run, temporary.path().into())?.run()?;
            println!("{}", report.details());
            reports.push(report);
        }
    }
    println!("\n{}", Report::HEAD);
    reports.iter().for_each(|report| println!("{}", report.row()));
    if reports.iter().all(Report::is_good) {
        return Ok(ExitCode::SUCCESS);
    }
    eprintln!("the stores are in {}", temporary.keep().display());
    Ok(ExitCode::FAILURE)
}

impl Options {
    /// All runs share the cache, so the first one starts without.
    fn trial(&self, layout: Layout, run: u64, root: PathBuf) -> Result<Trial, Box<dyn Error>> {
        Ok(Trial {
            program: std::env::current_exe()?.with_file_name("../toolaria"),
            layout,
            folder: root.join(format!("{}-{run}", layout.name())),
            cache: root.join("cache"),
            workers: self.workers,
            calls: self.calls,
            kills: self.kills,
            seed: self.seed.wrapping_mul(0x1_0000_0000).wrapping_add(run),
            run,
        })
    }
}
