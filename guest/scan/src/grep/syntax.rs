//! From a pattern's text to the form that is printed for regex-lite.
//!
//! Of Unicode's tables only those of simple case folding are linked (they are small), and with these alone
//! `regex-syntax` refuses `\d`, `\w` and `\s`. They are rewritten to ASCII classes before it translates.

use regex_syntax::ast::{self, Ast, ClassSet, ClassSetItem, Span};
use regex_syntax::hir::{Hir, translate::TranslatorBuilder};

use super::{Result, words};

/// How deep a pattern may nest; bounds the recursion here and in regex-lite. One group nests by up to three.
pub(super) const MAX_NESTING: u32 = 100;

/// Parses, rewrites and translates, ignoring case except where the pattern says otherwise.
pub(super) fn parse(pattern: &str) -> Result<Hir> {
    let mut ast = ast::parse::ParserBuilder::new()
        .nest_limit(MAX_NESTING)
        .build()
        .parse(pattern)
        .map_err(|error| words::pattern_unreadable(character(pattern, error.span()), error.kind()))?;
    rewrite(&mut ast)?;
    TranslatorBuilder::new()
        .case_insensitive(true)
        .build()
        .translate(pattern, &ast)
        .map_err(|error| words::pattern_unusable(error.kind()))
}

/// The place of a span's start in the pattern, in characters, counted from 1.
fn character(pattern: &str, span: &Span) -> usize {
    1 + pattern.char_indices().take_while(|&(at, _)| at < span.start.offset).count()
}

fn rewrite(ast: &mut Ast) -> Result<()> {
    match ast {
        Ast::Literal(literal) if literal.c == '\n' => return Err(words::pattern_with_line_break()),
        Ast::ClassUnicode(_) => return Err(words::pattern_with_property()),
        Ast::ClassPerl(class) => *ast = Ast::class_bracketed(ascii_from_perl(class)),
        Ast::ClassBracketed(class) => rewrite_set(&mut class.kind)?,
        Ast::Repetition(repetition) => rewrite(&mut repetition.ast)?,
        Ast::Group(group) => {
            forget_capture(group);
            rewrite(&mut group.ast)?;
        }
        Ast::Alternation(alternation) => alternation.asts.iter_mut().try_for_each(rewrite)?,
        Ast::Concat(concat) => concat.asts.iter_mut().try_for_each(rewrite)?,
        Ast::Empty(_) | Ast::Flags(_) | Ast::Literal(_) | Ast::Dot(_) | Ast::Assertion(_) => {}
    }
    Ok(())
}

/// Nobody asks for a group's text, and without captures literals join across groups.
fn forget_capture(group: &mut ast::Group) {
    if !matches!(group.kind, ast::GroupKind::NonCapturing(_)) {
        let flags = ast::Flags { span: group.span, items: Vec::new() };
        group.kind = ast::GroupKind::NonCapturing(flags);
    }
}

fn rewrite_set(set: &mut ClassSet) -> Result<()> {
    match set {
        ClassSet::Item(item) => rewrite_item(item),
        ClassSet::BinaryOp(operation) => {
            rewrite_set(&mut operation.lhs)?;
            rewrite_set(&mut operation.rhs)
        }
    }
}

fn rewrite_item(item: &mut ClassSetItem) -> Result<()> {
    match item {
        ClassSetItem::Unicode(_) => return Err(words::pattern_with_property()),
        ClassSetItem::Perl(class) => *item = bracketed(ascii_from_perl(class)),
        ClassSetItem::Ascii(class) => {
            *item = bracketed(ascii(class.span, class.kind.clone(), class.negated));
        }
        ClassSetItem::Bracketed(class) => rewrite_set(&mut class.kind)?,
        ClassSetItem::Union(union) => union.items.iter_mut().try_for_each(rewrite_item)?,
        ClassSetItem::Empty(_) | ClassSetItem::Literal(_) | ClassSetItem::Range(_) => {}
    }
    Ok(())
}

fn bracketed(class: ast::ClassBracketed) -> ClassSetItem {
    ClassSetItem::Bracketed(Box::new(class))
}

fn ascii_from_perl(class: &ast::ClassPerl) -> ast::ClassBracketed {
    let kind = match class.kind {
        ast::ClassPerlKind::Digit => ast::ClassAsciiKind::Digit,
        ast::ClassPerlKind::Space => ast::ClassAsciiKind::Space,
        ast::ClassPerlKind::Word => ast::ClassAsciiKind::Word,
    };
    ascii(class.span, kind, class.negated)
}

/// `[[:kind:]]` or `[^[:kind:]]`. The brackets carry the negation, because they are folded before they are negated:
/// `[[:^word:]]` holds `ſ`, which folds to `s`, so that it would match every `s`.
fn ascii(span: Span, kind: ast::ClassAsciiKind, negated: bool) -> ast::ClassBracketed {
    let class = ast::ClassAscii { span, kind, negated: false };
    ast::ClassBracketed { span, negated, kind: ClassSet::Item(ClassSetItem::Ascii(class)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(pattern: &str) -> String {
        parse(pattern).unwrap().to_string()
    }

    #[test]
    fn perl_classes_become_ascii_classes() {
        assert_eq!(printed(r"\d"), "[0-9]");
        assert_eq!(printed(r"(?-i)\w"), "[0-9A-Z_a-z]");
        assert_eq!(printed(r"(?-i)[^\d_]"), printed("(?-i)[^0-9_]"));
    }

    #[test]
    fn negated_classes_stay_apart_from_their_letters_when_folded() {
        for pattern in [r"\W", r"[\W]", "[[:^word:]]", r"[\W\s]"] {
            let regex = regex_lite::Regex::new(&printed(pattern)).unwrap();
            assert!(!regex.is_match("sSkK_7ſ\u{212a}"), "{pattern}");
            assert!(regex.is_match("я"), "{pattern}");
        }
    }

    #[test]
    fn folding_goes_beyond_ascii() {
        assert_eq!(printed("я"), "[Яя]");
        assert_eq!(printed("k"), "[Kk\u{212a}]");
    }

    #[test]
    fn groups_do_not_capture() {
        assert_eq!(printed("(?-i)(a)(?P<x>b)"), "(?:ab)");
    }
}
