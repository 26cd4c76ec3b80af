use super::*;

fn asked(id: &str, token: Option<&str>) -> Vec<Asked> {
    vec![Asked { id: id.to_owned(), progress_token: token.map(str::to_owned) }]
}

/// What a reader gets now, and whether that is the end.
fn read(outbox: &mut Outbox, number: u64, reader: u64) -> (Vec<String>, bool) {
    let mut got = Vec::new();
    loop {
        match outbox.poll(number, reader, Waker::noop()) {
            Poll::Ready(Some((_, text))) => got.push(text.to_string()),
            Poll::Ready(None) => return (got, true),
            Poll::Pending => return (got, false),
        }
    }
}

const LOG: &str = r#"{"method":"notifications/message"}"#;
const CHANGED: &str = r#"{"method":"notifications/tools/list_changed"}"#;
const PROGRESS: &str = r#"{"method":"notifications/progress","params":{"progressToken":"p"}}"#;
const ANSWER: &str = r#"{"id":1,"result":{}}"#;

#[test]
fn messages_find_their_stream() {
    let mut outbox = Outbox::default();
    outbox.push(CHANGED);
    let one = outbox.open(asked("1", Some("\"p\"")), false).unwrap();
    let two = outbox.open(asked("\"1\"", None), false).unwrap();
    assert_eq!(outbox.open(asked("1", None), false), None);
    let readers = [one, two].map(|number| outbox.listen(number, None).unwrap());
    for text in [PROGRESS, LOG, "{\"id\":1.0,\n\"result\":{}}", r#"{"id":2,"result":{}}"#] {
        assert!(outbox.push(text).is_empty());
    }
    let one_line = "{\"id\":1.0, \"result\":{}}".to_owned();
    assert_eq!(read(&mut outbox, one, readers[0]), (vec![PROGRESS.to_owned(), one_line], true));
    assert_eq!(read(&mut outbox, two, readers[1]), (vec![LOG.to_owned()], false));
    let rest = outbox.listen(REST, None).unwrap();
    assert_eq!(read(&mut outbox, REST, rest), (vec![CHANGED.to_owned()], false));
    assert_eq!(outbox.under_way(), 1);
    outbox.cancelled("\"1\"");
    assert_eq!(read(&mut outbox, two, readers[1]), (vec![], true));
}

#[test]
fn who_comes_back_goes_on_behind_what_was_seen() {
    let mut outbox = Outbox::default();
    let one = outbox.open(asked("1", Some("\"p\"")), false).unwrap();
    let first = outbox.listen(one, None).unwrap();
    outbox.push(PROGRESS);
    outbox.push(LOG);
    assert_eq!(read(&mut outbox, one, first), (vec![PROGRESS.to_owned(), LOG.to_owned()], false));
    outbox.left(one, first);
    outbox.push(ANSWER);
    let second = outbox.listen(one, Some(1)).unwrap();
    assert_eq!(read(&mut outbox, one, first), (vec![], true));
    assert_eq!(read(&mut outbox, one, second), (vec![LOG.to_owned(), ANSWER.to_owned()], true));
    let third = outbox.listen(one, Some(99)).unwrap();
    assert_eq!(read(&mut outbox, one, third), (vec![], true));
}

#[test]
fn plain_answers_are_taken_at_once_and_alone() {
    let mut outbox = Outbox::default();
    let both = outbox.open([asked("1", Some("\"p\"")), asked("2", None)].concat(), true).unwrap();
    outbox.listen(both, None).unwrap();
    outbox.push(PROGRESS);
    outbox.push(ANSWER);
    assert!(outbox.poll_any(both, Waker::noop()).is_pending());
    outbox.push(r#"{"id":2,"result":{}}"#);
    assert_eq!(outbox.poll_any(both, Waker::noop()), Poll::Ready(true));
    assert_eq!(outbox.take_answers(both).unwrap().len(), 2);
    assert_eq!(outbox.streams[&REST].events.len(), 1);
    assert_eq!((outbox.kept, outbox.kept_bytes), (1, PROGRESS.len()));
}

#[test]
fn what_is_kept_is_bounded_and_a_missed_request_is_told() {
    let mut outbox = Outbox::default();
    assert!(outbox.push(r#"{"id":"s","method":"sampling/createMessage"}"#).is_empty());
    let one = outbox.open(asked("1", None), false).unwrap();
    let reader = outbox.listen(one, None).unwrap();
    outbox.push(ANSWER);
    for _ in 2..MOST_KEPT {
        outbox.listen(REST, None).unwrap();
        assert!(outbox.push(LOG).is_empty());
    }
    assert_eq!(outbox.push(LOG), ["\"s\""]);
    assert_eq!((outbox.kept, outbox.kept_bytes), (MOST_KEPT, (MOST_KEPT - 1) * LOG.len() + ANSWER.len()));
    // An answer is kept for who waits for it, however much comes.
    let long = format!(r#"{{"method":"x","params":"{}"}}"#, "x".repeat(MOST_KEPT_BYTES));
    outbox.push(&long);
    assert_eq!(outbox.kept, 2);
    assert_eq!(read(&mut outbox, one, reader), (vec![ANSWER.to_owned()], true));
}

#[test]
fn a_closed_session_gives_what_it_has_and_ends() {
    let mut outbox = Outbox::default();
    let rest = outbox.listen(REST, None).unwrap();
    outbox.push(CHANGED);
    outbox.close();
    assert_eq!(read(&mut outbox, REST, rest), (vec![CHANGED.to_owned()], true));
}

#[test]
fn what_was_to_come_with_a_cancelled_request_comes_on_the_other_stream() {
    let mut outbox = Outbox::default();
    let one = outbox.open([asked("1", None), asked("2", None)].concat(), false).unwrap();
    let reader = outbox.listen(one, None).unwrap();
    outbox.push(LOG);
    assert_eq!(read(&mut outbox, one, reader).0, [LOG]);
    for text in [LOG, ANSWER, PROGRESS] {
        outbox.push(text);
    }
    outbox.cancelled("2");
    let rest = outbox.listen(REST, None).unwrap();
    assert_eq!(read(&mut outbox, REST, rest), (vec![LOG.to_owned(), PROGRESS.to_owned()], false));
    assert_eq!(read(&mut outbox, one, reader), (vec![ANSWER.to_owned()], true));
    assert_eq!(outbox.kept, 4);
}
