//! Source code: its declarations by line, for the usual languages, and what is unlike the rest.

mod unlike;

use super::{Kind, Likeness};
use crate::characters::{clip, first, visible, without_end};
use crate::view::{Section, View};
use crate::words::{code as words, outline};
use toolaria_output::source::{Declarations, Language, is_packed, is_source, unnumbered};

/// Characters looked at to recognise code, and lines to tell its language.
const DETECT_CHARACTERS: usize = 20_000;
const LANGUAGE_LINES: usize = 400;
/// Declarations that a summary names.
const NAMED: usize = 6;
/// Characters of a declaration that an outline and a summary show.
const SYMBOL_CHARACTERS: usize = 100;
const NAME_CHARACTERS: usize = 46;

/// Whether a text starts as source code does.
pub fn detect(text: &str) -> bool {
    is_source(first(text, DETECT_CHARACTERS))
}

pub fn likeness(view: &View, section: &Section) -> Likeness {
    let declared = declared(view, section);
    let name = |&line: &usize| words::declared(line, &clip(shown(view, line).trim_ascii_start(), NAME_CHARACTERS));
    let named: Vec<String> = declared.iter().take(NAMED).map(name).collect();
    let start = first(&view.text()[view.span(section.lines.clone())], DETECT_CHARACTERS);
    Likeness {
        label: words::label(Kind::Code.name(), declared.len()),
        summary: match named.is_empty() {
            true => Vec::new(),
            false => vec![outline::declarations(&named, declared.len())],
        },
        oddities: match is_packed(start.as_bytes()) {
            true => unlike::hosts(view, section),
            false => unlike::lines(view, &declared),
        },
        ..Likeness::default()
    }
}

/// Empty where nothing is declared.
pub fn outline(view: &View, section: &Section) -> Vec<String> {
    let lines = declared(view, section);
    lines.into_iter().map(|line| outline::at_line(line, &clip(&shown(view, line), SYMBOL_CHARACTERS))).collect()
}

/// The lines that declare something.
fn declared(view: &View, section: &Section) -> Vec<usize> {
    let text = |line: usize| unnumbered(view.line(line).as_bytes());
    let start: Vec<&[u8]> = section.lines.clone().take(LANGUAGE_LINES).map(text).collect();
    let mut reader = Declarations::of(Language::of(&start));
    section.lines.clone().filter_map(|line| reader.line(text(line), line)).collect()
}

/// A line as it is written, without its number.
fn shown(view: &View, line: usize) -> String {
    let text = without_end(view.line(line));
    visible(&text[text.len() - unnumbered(text.as_bytes()).len()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_logs_and_configuration_are_no_code() {
        for text in [
            "2026-01-01 INFO class loaded {\n",
            "The function of it is clear; use it from now on.\n",
            "[part]\nhost = a.example\nport = 5432\n\n",
            "server {\n    listen 80;\n    root /srv;\n}\n",
            "name: a\nitems:\n  - b\n",
            "type of error\n",
            "{\n  \"a\": 1,\n",
            "import duties are due.\n",
        ] {
            assert!(!detect(&text.repeat(100)), "{text}");
        }
        assert!(!detect(""));
    }

    #[test]
    fn code_is_known_in_each_language() {
        for text in [
            "import os\n\ndef a():\n    pass\n\ndef b():\n    pass\n\nclass C:\n    x = 1\n",
            "#include <stdio.h>\nint main(void)\n{\n    return 0;\n}\n",
            "package a;\npublic class B {\n    public B() {\n        this.x = 1;\n    }\n}\n",
            "package a\n\nfunc B() error {\n\treturn nil\n}\n",
            "module A\n  class B\n    def c\n      @d = 1\n    end\n  end\nend\n",
            "export const a = (b) => {\n  return b;\n};\n",
            "CREATE TABLE a (\n    id INTEGER\n);\nSELECT id FROM a;\n",
            ".a {\n  color: red;\n}\n.b {\n  margin: 0;\n  top: 1px;\n}\n",
            "<?php\nclass A\n{\n    public function b(): int\n    {\n        return 1;\n    }\n}\n",
            "fun main() {\n    val a = 1\n    println(a)\n}\n",
            "namespace A;\npublic class B\n{\n    public int C(int d)\n    {\n        return d;\n    }\n}\n",
            "     1\tfn a() {\n     2\t    b();\n     3\t}\n",
        ] {
            assert!(detect(text), "{text}");
        }
        assert!(detect(&"function a(e){return e+1};".repeat(100)));
    }

    #[test]
    fn an_outline_keeps_how_declarations_nest() {
        let text = "     1\tclass A:\n     2\t    def b(self):\n     3\t        return 1\n     4\tdef c():\n     5\t    pass\n";
        let view = View::of(text);
        assert_eq!(
            outline(&view, &view.main_section()),
            ["line 0: class A:", "line 1:     def b(self):", "line 3: def c():"]
        );
        assert_eq!(likeness(&view, &view.main_section()).label, "code 3 declarations");
    }

    /// The text of each line that declares something.
    fn declarations(text: &str) -> Vec<&str> {
        assert!(detect(text), "{text}");
        let view = View::of(text);
        let lines = declared(&view, &view.main_section());
        lines.into_iter().map(|line| text.lines().nth(line).unwrap().trim()).collect()
    }

    #[test]
    fn swift_and_scala_and_kotlin_are_read() {
        let swift = "import Foundation\n\nprotocol Priced {\n    var cents: Int { get }\n}\n\nfinal class Ledger: Priced {\n    \
                     init(rows: [Row]) {\n        self.rows = rows\n    }\n\n    func total(of zone: String) -> Int {\n        \
                     if let rate = rates[zone] {\n            return rate\n        }\n        return 0\n    }\n}\n";
        assert_eq!(
            declarations(swift),
            [
                "protocol Priced {",
                "final class Ledger: Priced {",
                "init(rows: [Row]) {",
                "func total(of zone: String) -> Int {"
            ]
        );
        let scala = "package shop\n\ncase class Parcel(grams: Long)\n\nobject Ledger extends App {\n  def total(parcels: \
                     Seq[Parcel]): Long = parcels.map(_.grams).sum\n  private val rate = 3\n}\n";
        assert_eq!(
            declarations(scala),
            [
                "case class Parcel(grams: Long)",
                "object Ledger extends App {",
                "def total(parcels: Seq[Parcel]): Long = parcels.map(_.grams).sum"
            ]
        );
        let kotlin = "data class Parcel(val grams: Long)\n\nsuspend fun send(parcel: Parcel) {\n    when (parcel.grams) {\n        \
                      0L -> return\n    }\n    runBlocking {\n        deliver(parcel)\n    }\n}\n";
        assert_eq!(declarations(kotlin), ["data class Parcel(val grams: Long)", "suspend fun send(parcel: Parcel) {"]);
    }

    #[test]
    fn shell_and_sql_and_csharp_are_read() {
        let shell = "#!/bin/bash\nset -e\n\nbuild() {\n    make all\n}\n\nfunction check_all {\n    if (( $# > 1 )); then\n        \
                     exit 2\n    fi\n}\n\nbuild \"$@\"\n";
        assert_eq!(declarations(shell), ["build() {", "function check_all {"]);
        let sql = "CREATE TABLE parcels (\n    id INTEGER,\n    grams INTEGER\n);\nINSERT INTO parcels VALUES (1, 2);\ncreate \
                   index by_grams on parcels (grams);\nSELECT 1;\n";
        assert_eq!(declarations(sql), ["CREATE TABLE parcels (", "create index by_grams on parcels (grams);"]);
        let csharp = "using System;\n\nnamespace Shop\n{\n    public sealed record Parcel(long Grams);\n\n    public class Ledger : \
                      IPriced\n    {\n        public Ledger(int rows)\n        {\n            Rows = rows;\n        }\n\n        \
                      public async Task<int> TotalAsync(string zone)\n        {\n            foreach (var row in rows)\n            \
                      {\n                Add(row);\n            }\n        }\n    }\n}\n";
        assert_eq!(
            declarations(csharp),
            [
                "namespace Shop",
                "public sealed record Parcel(long Grams);",
                "public class Ledger : IPriced",
                "public Ledger(int rows)",
                "public async Task<int> TotalAsync(string zone)"
            ]
        );
    }
}
