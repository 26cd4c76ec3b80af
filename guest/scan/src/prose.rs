//! What prose is made of: sentences, and in which of them stand letters of each script, and numbers.

/// What a byte is, or what the character is that it starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Class {
    Latin,
    Greek,
    Cyrillic,
    Hebrew,
    Arabic,
    Indic,
    Thai,
    Georgian,
    Hangul,
    Kana,
    Han,
    Digit,
    Other,
    Space,
    /// What stands in any prose: commas, quotes, dashes.
    Point,
    /// What ends a sentence.
    End,
    /// Continues a character, or goes with a letter.
    None,
}

/// Scripts and numbers, which are counted by sentence.
pub const CLASSES: usize = Class::Digit as usize + 1;

impl Class {
    pub const ALL: [Class; CLASSES] = [
        Class::Latin,
        Class::Greek,
        Class::Cyrillic,
        Class::Hebrew,
        Class::Arabic,
        Class::Indic,
        Class::Thai,
        Class::Georgian,
        Class::Hangul,
        Class::Kana,
        Class::Han,
        Class::Digit,
    ];

    /// Of the character that starts here.
    #[inline(always)]
    fn at(bytes: &[u8], at: usize) -> Class {
        match STARTS[usize::from(bytes[at])] {
            Class::Other if bytes[at] >= 0x80 => Class::of_long(&bytes[at..]),
            class => class,
        }
    }

    #[inline(never)]
    fn of_long(bytes: &[u8]) -> Class {
        let [first, second, third, ..] = *bytes else { return Class::of_two(bytes) };
        match (u32::from(first) & 15) << 12 | (u32::from(second) & 63) << 6 | u32::from(third) & 63 {
            _ if first < 0xe0 => Class::of_two(bytes),
            _ if first >= 0xf0 => {
                if first == 0xf0 && second >= 0xa0 {
                    Class::Han
                } else {
                    Class::Other
                }
            }
            0x08a0..=0x08ff => Class::Arabic,
            0x0964 | 0x0965 | 0x0f0d | 0x104a | 0x104b | 0x1362 | 0x17d4 | 0x3002 | 0xff01 | 0xff0e | 0xff1f
            | 0xff61 => Class::End,
            0x0e00..=0x0eff => Class::Thai,
            0x0900..=0x0dff => Class::Indic,
            0x10a0..=0x10ff => Class::Georgian,
            0x1100..=0x11ff | 0x3130..=0x318f | 0xac00..=0xd7af => Class::Hangul,
            0x1d00..=0x1eff | 0x2c60..=0x2c7f | 0xff21..=0xff5a => Class::Latin,
            0x1f00..=0x1fff => Class::Greek,
            0x200b..=0x200f | 0xfe00..=0xfe0f => Class::None,
            0x2000..=0x206f | 0x3000..=0x303f | 0xff00..=0xff0f => Class::Point,
            0x3040..=0x30ff => Class::Kana,
            0x3400..=0x9fff | 0xf900..=0xfaff => Class::Han,
            0xfb50..=0xfdff | 0xfe70..=0xfeff => Class::Arabic,
            0xff10..=0xff19 => Class::Digit,
            _ => Class::Other,
        }
    }

    fn of_two(bytes: &[u8]) -> Class {
        let [first, second, ..] = *bytes else { return Class::Other };
        match (u32::from(first) & 31) << 6 | u32::from(second) & 63 {
            0x00c0..=0x024f => Class::Latin,
            0x0300..=0x036f | 0x0591..=0x05c7 | 0x064b..=0x065f => Class::None,
            0x0370..=0x03ff => Class::Greek,
            0x0400..=0x052f => Class::Cyrillic,
            0x0530..=0x058f => Class::Georgian,
            0x05d0..=0x05f4 => Class::Hebrew,
            0x061f | 0x06d4 => Class::End,
            0x060c | 0x061b => Class::Point,
            0x0660..=0x0669 | 0x06f0..=0x06f9 => Class::Digit,
            0x0620..=0x077f => Class::Arabic,
            _ => Class::Point,
        }
    }

    /// So many characters of a script in a row are no mere sign.
    fn least(self) -> u32 {
        match self {
            Class::Digit => 1,
            Class::Han | Class::Kana | Class::Hangul => 2,
            _ => 3,
        }
    }
}

/// The class of each byte that says all, else `Other`.
const STARTS: [Class; 256] = {
    let mut starts = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        starts[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' => Class::Latin,
            b'0'..=b'9' => Class::Digit,
            b' ' | b'\t' | b'\r' | b'\n' => Class::Space,
            b'.' | b'!' | b'?' => Class::End,
            b',' | b';' | b':' | b'\'' | b'"' | b'-' | b'(' | b')' => Class::Point,
            0x80..=0xbf => Class::None,
            0xc4..=0xc8 => Class::Latin,
            0xd0..=0xd3 => Class::Cyrillic,
            0xe4..=0xe8 => Class::Han,
            _ => Class::Other,
        };
        byte += 1;
    }
    starts
};

/// Sentences with characters of one class.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Mark {
    pub sentences: u64,
    /// Where the first stands.
    pub at: usize,
    /// The last such sentence, counted from 1.
    last: u64,
}

#[derive(Debug, Default)]
pub struct Prose {
    pub sentences: u64,
    pub marks: [Mark; CLASSES],
    /// Characters that are letters, spaces, or such signs as prose has; and others.
    plain: u64,
    others: u64,
}

/// Bytes of a sentence behind which a line break ends it, and of the shortest.
const LONG: usize = 400;
const LEAST: usize = 12;
/// Of a hundred characters of prose so many may be something else than letters, spaces and its signs.
const OTHERS: u64 = 6;
/// Fewer sentences are no prose.
const SENTENCES: u64 = 12;

impl Prose {
    /// Cost: one pass.
    pub fn of(text: &str) -> Prose {
        let bytes = text.as_bytes();
        let mut prose = Prose::default();
        let (mut run, mut run_at, mut length, mut start) = (Class::Other, 0, 0, 0);
        for at in 0..bytes.len() {
            let class = Class::at(bytes, at);
            if class == Class::None {
                continue;
            }
            if class != run {
                (run, run_at, length) = (class, at, 0);
            }
            length += 1;
            match class {
                Class::Space | Class::Point => prose.plain += 1,
                Class::Other | Class::None => prose.others += 1,
                Class::End => {
                    prose.plain += 1;
                    if at - start >= LEAST && ends(bytes, at) {
                        prose.sentences += 1;
                        start = at;
                    }
                }
                _ => {
                    *(if class == Class::Digit { &mut prose.others } else { &mut prose.plain }) += 1;
                    if length == class.least() {
                        let mark = &mut prose.marks[class as usize];
                        if mark.sentences == 0 {
                            mark.at = run_at;
                        }
                        mark.sentences += u64::from(mark.last != prose.sentences + 1);
                        mark.last = prose.sentences + 1;
                    }
                }
            }
            if bytes[at] == b'\n' && at - start >= LEAST && (at - start >= LONG || bytes.get(at + 1) == Some(&b'\n')) {
                prose.sentences += 1;
                start = at;
            }
        }
        prose.sentences += u64::from(bytes.len() - start >= LEAST);
        prose
    }

    /// Whether nearly all of it is letters and the signs of prose, in sentences.
    pub fn is_prose(&self) -> bool {
        self.sentences >= SENTENCES && self.others * 100 <= (self.plain + self.others) * OTHERS
    }
}

/// Whether what may end a sentence does: white space or a quote follows, or it is a sign of its own.
fn ends(bytes: &[u8], at: usize) -> bool {
    bytes[at] >= 0x80
        || bytes.get(at + 1).is_none_or(|next| next.is_ascii_whitespace() || matches!(next, b'"' | b'\'' | b')'))
}

/// Behind the sentence that goes on at `from`, and behind the space that follows it.
pub fn sentence_end(text: &str, from: usize) -> usize {
    let bytes = text.as_bytes();
    let end = (from..bytes.len()).find(|at| Class::at(bytes, *at) == Class::End && ends(bytes, *at));
    let behind = end.map_or(text.len(), |at| text.ceil_char_boundary(at + 1));
    let rest = text[behind..].trim_start_matches(['"', '\'', ')', '”', '»', '」']).trim_start();
    text.len() - rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scripts(text: &str) -> Vec<(Class, u64)> {
        let marks = Prose::of(text).marks;
        let counts = Class::ALL.into_iter().zip(marks).map(|(class, mark)| (class, mark.sentences));
        counts.filter(|(_, sentences)| *sentences > 0).collect()
    }

    #[test]
    fn letters_are_known_by_their_scripts() {
        use Class::*;
        for (text, class) in [
            ("Liberté", Latin),
            ("Người", Latin),
            ("γέφυρα", Greek),
            ("ἀρχή", Greek),
            ("мост", Cyrillic),
            ("גשר", Hebrew),
            ("الجسر", Arabic),
            ("पुलपुल", Indic),
            ("สะพาน", Thai),
            ("ხიდი", Georgian),
            ("կամուրջ", Georgian),
            ("다리다리", Hangul),
            ("かな", Kana),
            ("大桥", Han),
            ("𠀀𠀀", Han),
            ("٣٨", Digit),
        ] {
            assert_eq!(scripts(text), [(class, 1)], "{text}");
        }
        assert_eq!(scripts("µ, α + β → ∞ «…»"), []);
    }

    #[test]
    fn sentences_end_as_their_script_ends_them() {
        for text in [
            "The bridge is closed. Nobody may pass it! Why is that so? Ask the clerk.",
            "卑尔根大桥已经关闭。没有人可以通过它！为什么会这样？请询问职员。",
            "الجسر القديم مغلق الآن. لا أحد يمكنه العبور! لماذا هذا الأمر؟ اسأل الكاتب هناك.",
            "पुराना पुल बंद है। कोई नहीं जा सकता। ऐसा क्यों है? लिपिक से पूछो।",
            "It costs 3.5 marks a day\nand no more\n\nThis is the second part\n\nThis is the third\n\nThat was it all",
        ] {
            assert_eq!(Prose::of(text).sentences, 4, "{text}");
        }
    }

    #[test]
    fn sentences_are_counted_by_what_is_in_them() {
        let text = "Груз приходит утром. ".repeat(30) + "Η γέφυρα έκλεισε χθες. " + &"Поезд уходит 38 раз. ".repeat(9);
        let prose = Prose::of(&text);
        assert!(prose.is_prose());
        let mark = prose.marks[Class::Greek as usize];
        assert!(mark.sentences == 1 && text[mark.at..].starts_with("γέφυρα"), "{mark:?}");
        assert_eq!((prose.sentences, prose.marks[Class::Digit as usize].sentences), (40, 9));
    }

    #[test]
    fn code_is_no_prose() {
        assert!(!Prose::of(&"let x = f(y[3]); // {x} = 7\n\n".repeat(40)).is_prose());
        assert!(!Prose::of("One. Two.").is_prose());
    }

    #[test]
    fn a_sentence_ends_behind_its_space() {
        let text = "It is 3.5. \"No!\" 好。再。";
        let mut places = vec![0];
        while *places.last().unwrap() < text.len() {
            places.push(sentence_end(text, *places.last().unwrap()));
        }
        let parts: Vec<&str> = places.windows(2).map(|pair| &text[pair[0]..pair[1]]).collect();
        assert_eq!(parts, ["It is 3.5. ", "\"No!\" ", "好。", "再。"]);
    }
}
