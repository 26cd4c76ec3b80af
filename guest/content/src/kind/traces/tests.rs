use super::*;

const PYTHON: &str = r#"Traceback (most recent call last):
  File "/srv/shop/rates.py", line 17, in of
    return self.table[zone]
           ~~~~~~~~~~^^^^^^
KeyError: 'Z9'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/srv/shop/worker.py", line 88, in handle
    rate = rates.of(job.zone)
  File "/usr/lib/python3.11/json/__init__.py", line 346, in loads
    return _default_decoder.decode(s)
shop.RouteError: no route
"#;

const JAVA: &str = "java.lang.RuntimeException: dispatch failed
\tat shop.Dispatch.run(Dispatch.java:6)
\tSuppressed: java.io.IOException: not closed
\t\tat shop.Depot.close(Depot.java:9)
\tCaused by: java.lang.Error: of the suppressed
\t\t... 3 more
Caused by: shop.RouteException: route refused
\tat shop.Dispatch.route(Dispatch.java:5)
\t... 2 more
Caused by: java.lang.IllegalStateException: no tariff for zone Z9
\tat java.base/java.util.Optional.orElseThrow(Optional.java:403)
\tat shop.Rates.of(Rates.java:4)
\t... 3 more
";

const JAVASCRIPT: &str = "/srv/shop/rates.js:2
    return table[zone].cents;
                       ^

TypeError: Cannot read properties of undefined (reading 'cents')
    at Layer.handle (/srv/shop/node_modules/express/lib/layer.js:95:5)
    at rateOf (/srv/shop/rates.js:2:24)
    at node:internal/main/run_main_module:36:49 {
  [cause]: Error: no zone Z9
      at zones (/srv/shop/zones.js:7:9)
}

Node.js v22.20.0
";

const GO: &str = "panic: runtime error: index out of range [5] with length 3

goroutine 88 [running]:
runtime.gopanic({0x1, 0x2})
\t/usr/local/go/src/runtime/panic.go:884 +0x212
example.org/shop/rates.(*Table).Of(0xc000120000, {0xc0000b4010, 0x2})
\t/srv/shop/rates/table.go:61 +0x1d4
created by main.main in goroutine 1
\t/srv/shop/main.go:12 +0x1d

goroutine 3 [chan receive]:
main.wait()
\t/srv/shop/wait.go:3 +0x1d
exit status 2
";

const RUST: &str = "thread 'main' (221) panicked at /rustc/abc/library/core/src/option.rs:965:5:
called `Option::unwrap()` on a `None` value
stack backtrace:
   0: __rustc::rust_begin_unwind
             at /rustc/abc/library/std/src/panicking.rs:689:5
   1: freight::rate
             at ./src/rates.rs:4:5
note: run with `RUST_BACKTRACE=full` for a verbose backtrace.
";

const DOTNET: &str = "Unhandled exception. System.InvalidOperationException: dispatch refused
 ---> System.Collections.Generic.KeyNotFoundException: no zone 'Z9'
   at System.Collections.Generic.Dictionary`2.get_Item(TKey key)
   at Shop.Rates.Of(String zone) in /srv/shop/Rates.cs:line 17
   --- End of inner exception stack trace ---
   at Shop.Program.Main() in /srv/shop/Program.cs:line 5
";

const RUBY: &str = "rates.rb:4:in `fetch': key not found: \"Z9\" (KeyError)
\tfrom rates.rb:4:in `of'
\tfrom worker.rb:12:in `<main>'
";

const PHP: &str = "PHP Fatal error:  Uncaught RuntimeException: no zone Z9 in /srv/shop/rates.php:7
Stack trace:
#0 /srv/shop/worker.php(12): rate('Z9')
#1 {main}
  thrown in /srv/shop/rates.php on line 7
";

fn told(text: &str) -> Vec<(String, usize, String)> {
    let view = View::of(text);
    assert_eq!(view.main_section().kind, Kind::Traces, "{text}");
    let likeness = likeness(&view, &view.main_section());
    let line = |oddity: &Oddity| view.line(view.line_at(oddity.at)).trim().to_owned();
    likeness.oddities.iter().map(|oddity| (line(oddity), view.line_at(oddity.at), oddity.reason.clone())).collect()
}

fn one(text: &str, cause: &str, line: usize, reason: &str) {
    assert_eq!(told(text), [(cause.to_owned(), line, reason.to_owned())]);
    let indented = text.replace('\n', "\r\n");
    assert_eq!(told(&indented), [(cause.to_owned(), line, reason.to_owned())]);
}

#[test]
fn the_first_of_a_chain_in_python_is_the_deepest_cause() {
    let reason = "stack trace at /srv/shop/rates.py:17, the deepest cause of shop.RouteError: no route";
    one(PYTHON, "KeyError: 'Z9'", 4, reason);
}

#[test]
fn the_last_cause_in_java_is_the_deepest_and_suppressed_ones_are_beside() {
    let reason = "stack trace at Rates.java:4, the deepest cause of java.lang.RuntimeException: dispatch failed";
    one(JAVA, "Caused by: java.lang.IllegalStateException: no tariff for zone Z9", 9, reason);
}

#[test]
fn causes_of_javascript_are_read() {
    let reason = "stack trace at /srv/shop/zones.js:7:9, the deepest cause of \
                  TypeError: Cannot read properties of undefined (reading 'cents')";
    one(JAVASCRIPT, "[cause]: Error: no zone Z9", 8, reason);
}

#[test]
fn the_first_goroutine_is_the_one_that_panicked() {
    let panic = "panic: runtime error: index out of range [5] with length 3";
    one(GO, panic, 0, "stack trace at /srv/shop/rates/table.go:61");
}

#[test]
fn a_panic_in_the_library_has_the_frame_that_called_it() {
    one(RUST, "called `Option::unwrap()` on a `None` value", 1, "stack trace at ./src/rates.rs:4:5");
}

#[test]
fn inner_exceptions_of_dotnet_are_causes() {
    let reason = "stack trace at /srv/shop/Rates.cs:17, the deepest cause of \
                  System.InvalidOperationException: dispatch refused";
    one(DOTNET, "---> System.Collections.Generic.KeyNotFoundException: no zone 'Z9'", 1, reason);
}

#[test]
fn ruby_and_php_are_known() {
    one(RUBY, RUBY.lines().next().unwrap(), 0, "stack trace at rates.rb:4");
    one(PHP, PHP.lines().next().unwrap(), 0, "stack trace at /srv/shop/rates.php:7");
}

#[test]
fn the_one_that_is_unlike_two_hundred_is_told() {
    let timeout = |job: usize| {
        let frames = "  File \"/srv/shop/net.py\", line 9, in get\n    return wait(3)\n";
        format!("Traceback (most recent call last):\n{frames}TimeoutError: job {job} took too long\n")
    };
    let mut traces: Vec<String> = (0..200).map(timeout).collect();
    traces.insert(70, PYTHON[..PYTHON.find("\n\n").unwrap() + 1].to_owned());
    let view_text = traces.concat();
    let told = told(&view_text);
    assert_eq!(told[0].0, "KeyError: 'Z9'");
    assert_eq!(told[0].2, "stack trace at /srv/shop/rates.py:17 (as no other of 201)");
    assert_eq!(told[1].2, "stack trace at /srv/shop/net.py:9 (first of 200 alike, of 201)");
    let view = View::of(&view_text);
    let likeness = likeness(&view, &view.main_section());
    assert_eq!(likeness.label, "traces 201, 2 distinct");
    assert_eq!(
        likeness.summary,
        [
            "stack traces of Python ×201",
            "by deepest cause: TimeoutError: job 0 took too long ×200 (line 3), KeyError: 'Z9' ×1 (line 284)"
        ]
    );
    assert_eq!(outline(&view, &view.main_section())[70], "line 284: KeyError: 'Z9' at /srv/shop/rates.py:17");
}

#[test]
fn what_only_speaks_of_traces_is_none() {
    for text in [
        "We saw Traceback (most recent call last): in the log.\n",
        "panic: keep calm\nand carry on\n",
        "  at noon (or so)\n  at the depot (north)\n",
        "Caused by: rain\n",
        "fatal error: stdio.h: No such file or directory\n",
    ] {
        assert!(!detect(text) && !detect(&text.repeat(40)), "{text}");
    }
    assert!(!detect(""));
}

#[test]
fn a_trace_among_the_lines_of_a_text_is_told_by_its_cause() {
    let calm: String = (0..300).map(|number| format!("copied part {number} of 300 to depot\n")).collect();
    let text = format!("{calm}{PYTHON}\n{calm}");
    let view = View::of(&text);
    assert_eq!(view.main_section().kind, Kind::Text);
    let portrait = super::super::portrait(&view, &view.main_section(), &crate::settings::Settings::default());
    let reasons: Vec<(usize, &str)> =
        portrait.oddities.iter().map(|oddity| (view.line_at(oddity.at), oddity.reason.as_str())).collect();
    let reason = "stack trace at /srv/shop/rates.py:17, the deepest cause of shop.RouteError: no route";
    assert_eq!(reasons, [(304, reason)]);
}
