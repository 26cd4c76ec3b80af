//! Where the lines of a page are.

use super::tags::{Tag, Tags, attribute, lowered};
use super::{Role, show};
use std::ops::Range;

pub fn is_block(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "body"
            | "button"
            | "caption"
            | "center"
            | "dd"
            | "details"
            | "dialog"
            | "div"
            | "dl"
            | "dt"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "footer"
            | "form"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "head"
            | "header"
            | "hr"
            | "html"
            | "legend"
            | "li"
            | "main"
            | "ol"
            | "option"
            | "p"
            | "pre"
            | "section"
            | "select"
            | "summary"
            | "table"
            | "tbody"
            | "tfoot"
            | "thead"
            | "title"
            | "tr"
            | "ul"
    )
}

struct Walk<'h> {
    html: &'h str,
    lines: Vec<(Range<usize>, Role)>,
    /// The line that is open, as far as it goes.
    open: Option<Range<usize>>,
    role: Role,
    has_text: bool,
    /// It has a letter or digit, so that it shows something.
    is_shown: bool,
    in_row: bool,
    /// Where the line of text that is shown as written starts.
    pre: Option<usize>,
    shown: String,
}

/// The lines of a page, in order: ranges that do not end with a line break, and their roles. Empty where it shows no text.
pub fn lines(html: &str) -> Vec<(Range<usize>, Role)> {
    let mut walk = Walk {
        html,
        lines: Vec::new(),
        open: None,
        role: Role::Text,
        has_text: false,
        is_shown: false,
        in_row: false,
        pre: None,
        shown: String::new(),
    };
    for tag in Tags::new(html) {
        walk.see(tag);
    }
    walk.end_pre(html.len());
    walk.flush();
    // The last line is not empty: it has no line break to show it.
    let is_empty = |(range, role): &mut (Range<usize>, Role)| {
        let mut shown = String::new();
        show(&html[range.clone()], *role, &mut shown);
        shown.is_empty()
    };
    while walk.lines.pop_if(is_empty).is_some() {}
    walk.lines
}

impl Walk<'_> {
    fn see(&mut self, tag: Tag) {
        match tag {
            Tag::Text(range) => self.text(range),
            Tag::Raw { name, range, inner } => {
                let tag = &self.html[range.start..inner.start];
                if name.eq_ignore_ascii_case("script")
                    && attribute(tag, "type")
                        .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/ld+json"))
                    && self.pre.is_none()
                {
                    self.flush();
                    self.lines.push((range, Role::Data));
                } else if name.eq_ignore_ascii_case("nav") && self.pre.is_none() && !self.in_row {
                    self.flush();
                }
            }
            Tag::Aside(_) => {}
            Tag::Open { name, range } => self.start_tag(&lowered(name), range),
            Tag::Close { name, range } => self.end_tag(&lowered(name), range),
        }
    }

    fn text(&mut self, range: Range<usize>) {
        let text = &self.html[range.clone()];
        if let Some(mut start) = self.pre {
            let first = start;
            let breaks = memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| range.start + at);
            for at in breaks.filter(|at| *at >= first) {
                self.pre_line(start..at);
                start = at + 1;
            }
            self.pre = Some(start);
        } else if !text.trim_ascii().is_empty() {
            self.has_text = true;
            let text = text.trim_ascii_end();
            // Before a reference, which may be a space.
            self.is_shown |= text.bytes().take_while(|byte| *byte != b'&').any(|byte| byte.is_ascii_alphanumeric());
            let end = range.start + text.len();
            self.extend(range.start, end);
        }
    }

    fn extend(&mut self, start: usize, end: usize) {
        self.open = Some(self.open.as_ref().map_or(start, |open| open.start)..end);
    }

    fn start_tag(&mut self, name: &str, range: Range<usize>) {
        if self.pre.is_some() {
            if name == "br" {
                self.break_pre(range);
            }
            return;
        }
        let is_new_row = name == "tr" || name == "table";
        if self.in_row && !is_new_row || !is_block(name) && name != "br" {
            self.has_text |= name == "img" && attribute(&self.html[range.clone()], "alt").is_some();
            return self.extend(range.start, range.end);
        }
        if self.has_text || self.in_row || name == "br" {
            self.flush();
        }
        match name {
            "br" => return,
            "title" => self.role = Role::Heading(1),
            "li" | "dt" => self.role = Role::Item,
            "tr" => (self.role, self.in_row) = (Role::Row, true),
            "pre" => {
                self.flush();
                let end = range.end;
                self.lines.push((range, Role::Fence));
                let rest = &self.html[end..];
                self.pre = Some(
                    end + rest.len() - rest.strip_prefix("\r\n").or(rest.strip_prefix('\n')).unwrap_or(rest).len(),
                );
                return;
            }
            _ => {
                if let [b'h', digit @ b'1'..=b'6'] = name.as_bytes() {
                    self.role = Role::Heading(digit - b'0');
                }
            }
        }
        self.extend(range.start, range.end);
    }

    fn end_tag(&mut self, name: &str, range: Range<usize>) {
        if self.pre.is_some() {
            if name == "pre" {
                self.end_pre(range.start);
                self.lines.push((range, Role::Fence));
            }
            return;
        }
        if self.open.is_some() {
            self.extend(range.start, range.end);
        }
        let ends_row = matches!(name, "tr" | "table" | "tbody" | "thead");
        if is_block(name) && (!self.in_row || ends_row) {
            self.flush();
        }
    }

    fn break_pre(&mut self, range: Range<usize>) {
        if let Some(start) = self.pre.replace(range.end) {
            self.pre_line(start..range.start);
        }
    }

    fn pre_line(&mut self, range: Range<usize>) {
        let line = self.html[range.clone()].trim_end_matches(['\r', '\n']);
        self.lines.push((range.start..range.start + line.len(), Role::Pre));
    }

    fn end_pre(&mut self, at: usize) {
        if let Some(start) = self.pre.take()
            && start < at
        {
            self.pre_line(start..at);
        }
    }

    /// The open line is over; it is one if it shows something.
    fn flush(&mut self) {
        let role = std::mem::replace(&mut self.role, Role::Text);
        self.in_row = false;
        let [has_text, is_shown] = [&mut self.has_text, &mut self.is_shown].map(std::mem::take);
        let Some(range) = self.open.take().filter(|_| has_text) else { return };
        if is_shown {
            return self.lines.push((range, role));
        }
        self.shown.clear();
        show(&self.html[range.clone()], role, &mut self.shown);
        if !self.shown.trim_start_matches(['#', '-', '|', ' ']).is_empty() {
            self.lines.push((range, role));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(html: &str) -> Vec<String> {
        let show = |(range, role): (Range<usize>, Role)| {
            let mut out = String::new();
            show(&html[range], role, &mut out);
            out
        };
        lines(html).into_iter().map(show).collect()
    }

    #[test]
    fn a_page_reads_as_text() {
        let html = "<!doctype html><html><head><title>T &amp; U</title><style>p{}</style><script>'<p>no</p>'</script></head><body>\
                    <nav><ul><li>menu</li></ul></nav><h2 id=a>One <b>two</b></h2><p>Some\n text, <a href='/x?a&amp;b'>linked</a>.<br>more</p>\
                    <ul><li>a<li><p>b</p></ul><svg><text>no</text></svg><a href=https://y.example><h3>Card</h3></a><p># x</p></body></html>";
        assert_eq!(
            shown(html),
            [
                "# T & U",
                "## One two",
                "Some text, linked (/x?a&b).",
                "more",
                "- a",
                "- b",
                "### Card (https://y.example)",
                "\\# x"
            ]
        );
    }

    #[test]
    fn rows_have_their_cells_in_a_line() {
        let html = "<table><tr><th>a<th>b</tr><tr><td>1</td><td><p>x</p><p>y</p></td></tr><tr><td></td><td>2</td></tr></table>after";
        assert_eq!(shown(html), ["a | b", "1 | x y", " | 2", "after"]);
    }

    #[test]
    fn what_is_written_in_lines_keeps_them() {
        let html = "a<pre class=x>\n  one <b>1</b>\n\n\ttwo &lt;\n</pre>b<script type='application/ld+json'>{\"a\":\n 1}</script>";
        assert_eq!(shown(html), ["a", "```", "  one 1", "", "\ttwo <", "```", "b", "JSON-LD: {\"a\": 1}"]);
    }

    #[test]
    fn what_is_not_closed_is_shown() {
        assert_eq!(shown("<nav><p>x</p><svg>y"), ["x", "y"]);
        assert_eq!(shown("<p a='>x</p>"), ["x"]);
        assert_eq!(shown("<script>x"), [""; 0]);
    }
}
