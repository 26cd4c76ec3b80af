//! HTML as lines of text: headings, paragraphs, items, rows of tables. Each line is a range of bytes with a role, and these alone
//! give its text.

#[cfg(test)]
mod compared;
mod elements;
mod line;
mod lines;
mod references;
mod tags;

pub use lines::{Lines, lines};

use line::Line;
use tags::Tags;

/// What a line is, and so how it shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Role {
    #[default]
    Text,
    /// From 1, the title too.
    Heading(u8),
    Item,
    /// The cells of a row, with bars between.
    Row,
    /// A line of text that is shown as it is written.
    Pre,
    /// The start or end of such text.
    Fence,
    /// A script that holds data of the page.
    Data,
}

impl Role {
    /// Appends what stands before the first word of a line.
    fn begin(self, out: &mut String) {
        match self {
            Role::Heading(level) => {
                (0..level).for_each(|_| out.push('#'));
                out.push(' ');
            }
            Role::Item => out.push_str("- "),
            Role::Data => out.push_str("JSON-LD: "),
            Role::Text | Role::Row | Role::Pre | Role::Fence => {}
        }
    }
}

/// Appends the text of a line, which has no line break, to `out`.
pub fn show(html: &str, role: Role, out: &mut String) {
    if role == Role::Fence {
        return out.push_str("```");
    }
    let mut line = Line::new(role);
    for tag in Tags::new(html) {
        line.see(html, &tag, out);
    }
    line.end_link(out);
}
