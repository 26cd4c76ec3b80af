//! Frames of stack traces, and whose code they are in.

use crate::place::place;

/// What stands in frames of runtimes and libraries, beside what stands in paths of libraries.
const FOREIGN: [&str; 12] = [
    ".cargo/registry",
    ".rustup/",
    "/src/runtime/",
    "/usr/lib/",
    "/usr/share/",
    "library/core/src",
    "library/std/src",
    "library/alloc/src",
    "org.apache.",
    "org.springframework.",
    "io.netty.",
    "/vendor/",
];
/// Packages of the platforms on which code runs.
const PLATFORMS: [&str; 9] =
    ["java.", "javax.", "jdk.", "sun.", "com.sun.", "kotlin.", "scala.", "System.", "Microsoft."];

/// Where in the user's own code this frame is.
pub fn own(text: &str) -> Option<String> {
    let called = text.strip_prefix("at ").unwrap_or(text);
    if PLATFORMS.iter().any(|platform| called.starts_with(platform)) || FOREIGN.iter().any(|part| text.contains(part)) {
        return None;
    }
    // `in /srv/a.cs:line 12` of .NET
    match text.rsplit_once(":line ") {
        Some((before, line)) => {
            let file = before.rsplit_once(" in ").map_or(before, |(_, file)| file);
            Some(format!("{file}:{line}"))
        }
        None => place(text),
    }
}

/// `at pkg.Class.method(File.java:12)`, `at name (/srv/a.js:1:2)`, `at /srv/a.js:1:2`, `at A.B(String c) in /srv/a.cs:line 12`.
pub fn is_at(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("at ") else {
        return false;
    };
    let is_place = |place: &str| place.ends_with(|char: char| char.is_ascii_digit()) && place.contains(':');
    match rest.split_once('(') {
        Some((name, place)) if name.ends_with(' ') => {
            let place = place.trim_end_matches([' ', '{', ')']);
            is_place(place) || place == "<anonymous>" || place == "native"
        }
        Some((name, place)) => name.contains('.') && !name.contains(' ') && place.contains(')'),
        None => rest == "<anonymous>" || !rest.contains(' ') && is_place(rest),
    }
}

/// The language of a frame that starts with `at`.
pub fn language(text: &str) -> &'static str {
    let has = |signs: &[&str]| signs.iter().any(|sign| text.contains(sign));
    match () {
        () if has(&[".java:", ".kt:", ".scala:", ".groovy:", "(Native Method)", "(Unknown Source)", ".clj:"]) => "Java",
        () if has(&[":line "]) || text.starts_with("at System.") => ".NET",
        () if has(&["/", ".js", ".ts", "node:", "<anonymous>"]) => "JavaScript",
        () => "",
    }
}

/// Whether a line names an exception: `java.lang.IllegalStateException: x`, `KeyError: 'x'`, `AssertionError [ERR]: x`.
pub fn is_exception(text: &str) -> bool {
    let name = text.bytes().take_while(|byte| !matches!(byte, b':' | b' ')).count();
    ["Error", "Exception", "Throwable"].iter().any(|end| text[..name].ends_with(end))
}

/// What an exception says, without what runtimes put before it.
pub fn said(text: &str) -> &str {
    const BEFORE: [&str; 5] = [
        "Exception in thread \"main\" ",
        "PHP Fatal error:  ",
        "Uncaught ",
        "Unhandled exception. ",
        "Unhandled Exception: ",
    ];
    let text = BEFORE.iter().fold(text, |text, before| text.strip_prefix(before).unwrap_or(text));
    text.trim_end_matches(" {")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_known_and_those_of_libraries_apart() {
        for (line, found) in [
            ("at Dispatch.tariff(Dispatch.java:4)", "Dispatch.java:4"),
            ("at async Worker.handle (/srv/shop/dist/worker.js:88:18)", "/srv/shop/dist/worker.js:88:18"),
            ("at /srv/shop/rates.js:5:1", "/srv/shop/rates.js:5:1"),
            ("at Shop.Rates.Of(String zone) in /srv/shop/Rates.cs:line 17", "/srv/shop/Rates.cs:17"),
        ] {
            assert!(is_at(line), "{line}");
            assert_eq!(own(line).as_deref(), Some(found), "{line}");
        }
        for line in [
            "at java.base/java.util.HashMap.get(HashMap.java:12)",
            "at java.util.HashMap.get(HashMap.java:12)",
            "at Module._compile (node:internal/modules/cjs/loader:1554:14)",
            "at x (/srv/node_modules/express/index.js:1:2)",
            "at node:internal/main/run_main_module:36:49",
            "at new Promise (<anonymous>)",
            "at System.Linq.Enumerable.First(IEnumerable`1 source)",
        ] {
            assert!(is_at(line), "{line}");
            assert_eq!(own(line), None, "{line}");
        }
        for line in ["at noon we met", "at ", "at the depot (north)", "at noon (12:00, or so)", "at depot(north)"] {
            assert!(!is_at(line), "{line}");
        }
    }
}
