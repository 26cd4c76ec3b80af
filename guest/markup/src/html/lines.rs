//! Where the lines of a page are.

use super::elements::Element;
use super::line::Line;
use super::tags::{Tag, Tags, attribute};
use super::{Role, show};
use std::ops::Range;

/// The lines of a page, in order: ranges that do not end with a line break, and their roles.
pub type Lines = Vec<(Range<usize>, Role)>;

struct Walk<'h, 'o> {
    html: &'h str,
    out: &'o mut String,
    ends: &'o mut Vec<usize>,
    lines: Lines,
    /// The line that is open, as far as it goes; from `shown` on, `out` holds what of it is shown.
    open: Option<Range<usize>>,
    line: Line,
    shown: usize,
    has_text: bool,
    in_row: bool,
    /// Where the line of text that is shown as written starts.
    pre: Option<usize>,
}

/// The lines of a page; none where it shows no text. Each is appended to `out` as [`show`] gives it, with a line feed, and where it
/// ends there to `ends`.
pub fn lines(html: &str, out: &mut String, ends: &mut Vec<usize>) -> Lines {
    let shown = out.len();
    let mut walk = Walk {
        html,
        out,
        ends,
        lines: Vec::new(),
        open: None,
        line: Line::default(),
        shown,
        has_text: false,
        in_row: false,
        pre: None,
    };
    let mut tags = Tags::new(html);
    while let Some(tag) = tags.next() {
        walk.see(&tag, tags.has_unclosed());
    }
    walk.end_pre(html.len());
    walk.flush(tags.has_unclosed());
    walk.drop_empty_end(shown);
    walk.lines
}

impl Walk<'_, '_> {
    fn see(&mut self, tag: &Tag, unclosed: bool) {
        match tag {
            Tag::Text(range) => self.text(range.clone()),
            Tag::Raw { name, range, inner } => {
                let start = &self.html[range.start..inner.start];
                if name.eq_ignore_ascii_case("script")
                    && attribute(start, "type")
                        .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/ld+json"))
                    && self.pre.is_none()
                {
                    self.flush(unclosed);
                    self.push(range.clone(), Role::Data);
                } else if name.eq_ignore_ascii_case("nav") && self.pre.is_none() && !self.in_row {
                    self.flush(unclosed);
                }
            }
            Tag::Aside(_) => {}
            Tag::Open { element, range, .. } => self.start_tag(tag, *element, range.clone(), unclosed),
            Tag::Close { element, range, .. } => self.end_tag(tag, *element, range.clone(), unclosed),
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
        } else {
            let shown = text.trim_ascii_end().len();
            if shown > 0 {
                self.has_text = true;
                self.extend(range.start, range.start + shown);
            }
            self.show(&Tag::Text(range));
        }
    }

    fn extend(&mut self, start: usize, end: usize) {
        self.open = Some(self.open.as_ref().map_or(start, |open| open.start)..end);
    }

    /// Shows what belongs to the line that is open.
    fn show(&mut self, tag: &Tag) {
        if self.open.is_some() {
            self.line.see(self.html, tag, self.out);
        }
    }

    fn start_tag(&mut self, tag: &Tag, element: Element, range: Range<usize>, unclosed: bool) {
        if self.pre.is_some() {
            if element == Element::Break {
                self.break_pre(range);
            }
            return;
        }
        let is_new_row = matches!(element, Element::Row | Element::Table);
        if self.in_row && !is_new_row || !element.is_block() && element != Element::Break {
            self.has_text |= element == Element::Image && attribute(&self.html[range.clone()], "alt").is_some();
            self.extend(range.start, range.end);
            return self.show(tag);
        }
        if self.has_text || self.in_row || element == Element::Break {
            self.flush(unclosed);
        }
        match element {
            Element::Break => return,
            Element::Title => self.line.role = Role::Heading(1),
            Element::Heading(level) => self.line.role = Role::Heading(level),
            Element::Item => self.line.role = Role::Item,
            Element::Row => {
                // Cells that stand before it are none of its.
                (self.line, self.open, self.in_row) = (Line::new(Role::Row), None, true);
            }
            Element::Pre => {
                self.flush(unclosed);
                let end = range.end;
                self.push(range, Role::Fence);
                let rest = &self.html[end..];
                self.pre = Some(
                    end + rest.len() - rest.strip_prefix("\r\n").or(rest.strip_prefix('\n')).unwrap_or(rest).len(),
                );
                return;
            }
            _ => {}
        }
        self.extend(range.start, range.end);
        self.show(tag);
    }

    fn end_tag(&mut self, tag: &Tag, element: Element, range: Range<usize>, unclosed: bool) {
        if self.pre.is_some() {
            if element == Element::Pre {
                self.end_pre(range.start);
                self.push(range, Role::Fence);
            }
            return;
        }
        if self.open.is_some() {
            self.extend(range.start, range.end);
            self.show(tag);
        }
        if element.is_block() && (!self.in_row || element.ends_row()) {
            self.flush(unclosed);
        }
    }

    fn break_pre(&mut self, range: Range<usize>) {
        if let Some(start) = self.pre.replace(range.end) {
            self.pre_line(start..range.start);
        }
    }

    fn pre_line(&mut self, range: Range<usize>) {
        let line = self.html[range.clone()].trim_end_matches(['\r', '\n']);
        self.push(range.start..range.start + line.len(), Role::Pre);
    }

    fn end_pre(&mut self, at: usize) {
        if let Some(start) = self.pre.take()
            && start < at
        {
            self.pre_line(start..at);
        }
    }

    /// A line that is shown apart from the one that is open.
    fn push(&mut self, range: Range<usize>, role: Role) {
        show(&self.html[range.clone()], role, self.out);
        self.end(range, role);
    }

    fn end(&mut self, range: Range<usize>, role: Role) {
        self.out.push('\n');
        self.ends.push(self.out.len());
        self.lines.push((range, role));
        self.shown = self.out.len();
    }

    /// The open line is over; it is one if it shows something.
    fn flush(&mut self, unclosed: bool) {
        let mut line = std::mem::take(&mut self.line);
        self.in_row = false;
        let has_text = std::mem::take(&mut self.has_text);
        if let Some(range) = self.open.take().filter(|_| has_text) {
            line.end_link(self.out);
            if unclosed {
                // What was not closed before may be closed within the line.
                self.out.truncate(self.shown);
                show(&self.html[range.clone()], line.role, self.out);
            }
            if !self.out[self.shown..].trim_start_matches(['#', '-', '|', ' ']).is_empty() {
                return self.end(range, line.role);
            }
        }
        self.out.truncate(self.shown);
    }

    /// The last line is not empty: it has no line break to show it.
    fn drop_empty_end(&mut self, start: usize) {
        let is_empty = |out: &str| out.strip_suffix('\n').is_some_and(|all| all.is_empty() || all.ends_with('\n'));
        while !self.lines.is_empty() && is_empty(&self.out[start..]) {
            self.lines.pop();
            self.ends.pop();
            self.out.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the walk over the page, which each line shown by itself must equal.
    fn shown(html: &str) -> Vec<String> {
        let (mut out, mut ends) = (String::from("before\n"), Vec::new());
        let lines = lines(html, &mut out, &mut ends);
        assert_eq!(lines.len(), ends.len());
        let starts = std::iter::once(7).chain(ends.iter().copied());
        let shown: Vec<&str> = starts.zip(&ends).map(|(start, end)| &out[start..end - 1]).collect();
        for ((range, role), line) in lines.into_iter().zip(&shown) {
            let mut alone = String::new();
            show(&html[range], role, &mut alone);
            assert_eq!(alone, *line);
        }
        shown.into_iter().map(str::to_owned).collect()
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

    const PIECES: [&str; 44] = [
        "<p>",
        "</p>",
        "<div class='a>b'>",
        "</div>",
        "<td>",
        "</td>",
        "<th>",
        "<tr>",
        "</tr>",
        "<table>",
        "</table>",
        "<li>",
        "<h2>",
        "</h2>",
        "<br>",
        "<pre>",
        "</pre>",
        "<a href='/x'>",
        "</a>",
        "<a href=#y>",
        "<img alt='&lt; i'>",
        "<img>",
        "<b>",
        "</b>",
        "<nav>",
        "</nav>",
        "<svg>",
        "</svg>",
        "<title>",
        "</title>",
        "<textarea>",
        "</textarea>",
        "<script>",
        "</script>",
        "<script type='application/ld+json'>",
        "<!-- c -->",
        "<!--",
        "text",
        " two  words ",
        "&nbsp;",
        "&amp;x",
        "# y",
        " < ",
        "\r\n",
    ];

    proptest::proptest! {
        #[test]
        fn a_line_by_itself_shows_the_same(pieces in proptest::collection::vec(proptest::sample::select(&PIECES[..]), 0..24)) {
            shown(&pieces.concat());
        }
    }
}
