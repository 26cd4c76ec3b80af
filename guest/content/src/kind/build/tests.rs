use super::*;

/// What is said of a text: its label, and for each oddity the line that is shown and why.
fn tells(text: &str, label: &str, odd: &[(&str, &str)]) {
    let view = View::of(text);
    let section = view.main_section();
    assert_eq!(section.kind, Kind::Build, "{text}");
    let likeness = likeness(&view, &section);
    assert_eq!(likeness.label, format!("build {label}"), "{text}");
    let shown = |oddity: &Oddity| (view.line(view.line_at(oddity.at)).trim().to_owned(), oddity.reason.clone());
    let found: Vec<(String, String)> = likeness.oddities.iter().map(shown).collect();
    let found: Vec<(&str, &str)> = found.iter().map(|(line, reason)| (line.as_str(), reason.as_str())).collect();
    assert_eq!(found, odd);
}

fn outline_of(text: &str) -> Vec<String> {
    let view = View::of(text);
    outline(&view, &view.main_section())
}

#[test]
fn rustc() {
    let text = "   Compiling a v0.1.0 (/x/a)\nwarning: unused variable: `x`\n --> src/main.rs:2:9\n  |\n2 |     let x = 1;\n  |         ^\n  |\n  \
                = note: `#[warn(unused_variables)]` on by default\n\nerror[E0308]: mismatched types\n   --> src/main.rs:3:18\n   |\n\
                3  |     let y: u8 = \"a\";\n   |                 ^^^ expected `u8`\n\n\
                warning: `a` (bin \"a\") generated 1 warning\nerror: could not compile `a` (bin \"a\") due to 1 previous error; 1 warning emitted\n";
    tells(text, "1 error, 1 warning", &[("error[E0308]: mismatched types", "error at src/main.rs:3:18")]);
    assert_eq!(
        outline_of(text),
        [
            "1 error, 1 warning",
            "line 9: error at src/main.rs:3:18 E0308: mismatched types",
            "errors of kind E0308 ×1 (line 9)",
            "warnings of kind unused variable: `…` ×1 (line 1)",
            "file src/main.rs 1 error, 1 warning (line 9)",
            "line 15: warning: `a` (bin \"a\") generated 1 warning",
            "line 16: error: could not compile `a` (bin \"a\") due to 1 previous error; 1 warning emitted",
        ]
    );
}

#[test]
fn the_one_error_comes_before_a_rare_warning_among_hundreds() {
    let mut text = String::new();
    for line in 0..300 {
        text.push_str(&format!(
            "src/a.c:{line}:5: warning: unused variable 'x{line}' [-Wunused-variable]\n   {line} |   int x;\n"
        ));
        if line == 100 {
            text.push_str("src/b.c:7:1: warning: control reaches end [-Wreturn-type]\n");
        }
        if line == 200 {
            text.push_str("/usr/bin/ld: a.o: in function `main':\na.c:(.text+0x5): undefined reference to `frob'\n");
        }
    }
    text.push_str("collect2: error: ld returned 1 exit status\nmake: *** [Makefile:10: all] Error 1\n");
    tells(
        &text,
        "2 errors, 301 warnings",
        &[
            ("a.c:(.text+0x5): undefined reference to `frob'", "error"),
            ("make: *** [Makefile:10: all] Error 1", "error"),
            (
                "src/b.c:7:1: warning: control reaches end [-Wreturn-type]",
                "warning -Wreturn-type only here, of 301 warnings",
            ),
        ],
    );
}

#[test]
fn typescript_eslint_and_java() {
    let tsc = "src/a.ts(12,5): error TS2322: Type 'string' is not assignable to type 'number'.\n\nFound 1 error.\n";
    tells(tsc, "1 error", &[(tsc.lines().next().unwrap(), "error at src/a.ts(12,5)")]);
    tells(
        "/x/src/a.js\n  3:1  warning  Unexpected var  no-var\n  9:7  error    'y' is not defined  no-undef\n\n\
         ✖ 2 problems (1 error, 1 warning)\n",
        "1 error, 1 warning",
        &[("9:7  error    'y' is not defined  no-undef", "error at /x/src/a.js:9:7")],
    );
    tells(
        "Foo.java:12: error: cannot find symbol\n    x.y();\n     ^\n  symbol: method y()\n1 error\n",
        "1 error",
        &[("Foo.java:12: error: cannot find symbol", "error at Foo.java:12")],
    );
}

#[test]
fn go_msbuild_and_python() {
    tells(
        "# example.com/a\n./a.go:12:5: undefined: x\n./a.go:13:2: declared and not used: y\n",
        "2 errors",
        &[
            ("./a.go:12:5: undefined: x", "error at ./a.go:12:5"),
            ("./a.go:13:2: declared and not used: y", "error at ./a.go:13:2"),
        ],
    );
    tells(
        "Program.cs(12,5): error CS0103: The name 'x' does not exist [/x/a.csproj]\n    1 Warning(s)\n    1 Error(s)\n",
        "1 error",
        &[("Program.cs(12,5): error CS0103: The name 'x' does not exist [/x/a.csproj]", "error at Program.cs(12,5)")],
    );
    tells(
        "a.py:12: error: Incompatible types  [assignment]\nFound 1 error in 1 file (checked 9 source files)\n",
        "1 error",
        &[("a.py:12: error: Incompatible types  [assignment]", "error at a.py:12")],
    );
}

#[test]
fn github_actions() {
    tells(
        "2026-11-30T06:37:47.1234567Z ##[group]Run make\n2026-11-30T06:37:48.1234567Z make\n2026-11-30T06:37:48.1234567Z ##[endgroup]\n\
         2026-11-30T06:37:49.1234567Z \u{1b}[31msrc/a.c:1:2: error: no\u{1b}[0m\n\
         2026-11-30T06:37:49.1234567Z ##[error]Process completed with exit code 2.\n",
        "2 errors",
        &[
            ("2026-11-30T06:37:49.1234567Z \u{1b}[31msrc/a.c:1:2: error: no\u{1b}[0m", "error at src/a.c:1:2"),
            ("2026-11-30T06:37:49.1234567Z ##[error]Process completed with exit code 2.", "error"),
        ],
    );
}

#[test]
fn a_clean_build_is_calm() {
    let text = "   Compiling a v0.1.0\n   Compiling thiserror v1.0.0\n    Finished `dev` profile [unoptimized] target(s) in 2.1s\n";
    tells(text, "no errors, no warnings", &[]);
}

#[test]
fn what_only_speaks_of_errors_is_no_build() {
    for text in [
        "2026-11-30 12:00:00 ERROR src/a.c:12: error: x\n",
        "error: it failed\nand then nothing else\n",
        "src/a.rs:12:    let error = 1;\nsrc/b.rs:13:    // error: x\n",
        "Found 3 errors in the text.\nIt is prose.\nWith lines.\n",
    ] {
        assert!(!detect(text), "{text}");
    }
}

#[test]
fn steps_alone_are_a_build() {
    for text in [
        "-- Configuring done\n[  0%] Building C object CMakeFiles/a.dir/src/a.c.o\n[ 50%] Building C object CMakeFiles/a.dir/src/b.c.o\n",
        "cc -O2 -Wall -c src/a.c -o build/a.o\ncc -O2 -Wall -c src/b.c -o build/b.o\n",
        "#1 [1/9] RUN apt-get install a\n#1 0.112 Setting up a (1.0-1) ...\n#1 DONE 1.1s\n",
    ] {
        tells(text, "no errors, no warnings", &[]);
    }
}

#[test]
fn the_command_with_an_option_of_its_own_is_odd_where_the_others_are_alike() {
    let command = |number: usize| match number {
        33 => format!("[{number}/99] /usr/bin/cc -std=c11 -O0 -Wall -c src/{number}.c -o build/{number}.o\n"),
        _ => format!("[{number}/99] /usr/bin/cc -std=c11 -O2 -Wall -c src/{number}.c -o build/{number}.o\n"),
    };
    let text: String = (0..60).map(command).collect();
    let line = text.lines().nth(33).unwrap();
    tells(&text, "no errors, no warnings", &[(line, "option -O0 only here, of 60 commands")]);
    tells(&(0..33).map(command).collect::<String>(), "no errors, no warnings", &[]);
    let own = |number: usize| format!("cc -O2 -DID={number} -c src/{number}.c -o build/{number}.o\n");
    tells(&(0..60).map(own).collect::<String>(), "no errors, no warnings", &[]);
}

#[test]
fn a_notice_of_a_service_is_shown() {
    let text = "##[group]Run make\nmake\n##[endgroup]\n##[notice]the image is retired\n";
    tells(text, "no errors, no warnings", &[("##[notice]the image is retired", "a notice of the service")]);
}
