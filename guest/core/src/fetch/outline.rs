//! outline: the map of a result, by pages of whole lines.

use super::{Answer, Request, cap, checked};
use crate::characters;
use crate::error::Result;
use crate::failures::Finder;
use crate::kind;
use crate::model::SliceData;
use crate::view::View;
use crate::words;

/// Positions are bytes of the whole outline, which is the same at every call.
pub fn outline(request: &Request, view: &View) -> Result<Answer> {
    let whole = whole(request, view);
    let from = checked(&whole, request.from)?.unwrap_or(0);
    let page = characters::first(&whole[from..], cap(request.settings.fetch_max_chars));
    let complete = from + page.len() == whole.len();
    let end = match complete {
        true => whole.len(),
        false => from + page.rfind('\n').map_or(page.len(), |at| at + 1),
    };
    let label = kind::portrait(view, &view.main_section(), &request.settings.of_content()).label;
    Ok(Answer {
        notice: words::outline_notice(request.id, &label, request.characters, view.line_count(), !complete),
        data: SliceData::Text(whole[from..end].to_owned()),
        next: (!complete).then_some(end),
    })
}

fn whole(request: &Request, view: &View) -> String {
    let failures = Finder::new(&request.settings.of_content());
    let mut lines = Vec::new();
    for section in view.sections() {
        if view.sections().len() > 1 {
            let last = section.lines.end.saturating_sub(1);
            lines.push(words::outline_section(section.kind.name(), section.lines.start, last));
        }
        lines.extend(kind::outline(view, section, &failures));
    }
    lines.join("\n") + "\n"
}
