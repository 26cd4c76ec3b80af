//! Types of files by the bytes that they start with, and the dimensions of pictures.

/// Where the bytes stand, the bytes, and what they mean.
type Signature = (usize, &'static [u8], &'static str);

const SIGNATURES: &[Signature] = &[
    (0, b"\x89PNG\r\n\x1a\n", "PNG image"),
    (0, b"\xff\xd8\xff", "JPEG image"),
    (0, b"GIF8", "GIF image"),
    (0, b"BM", "BMP image"),
    (0, b"\0\0\x01\0", "ICO image"),
    (0, b"II*\0", "TIFF image"),
    (0, b"MM\0*", "TIFF image"),
    (8, b"WEBP", "WebP image"),
    (8, b"WAVE", "WAV audio"),
    (8, b"AVI ", "AVI video"),
    (4, b"ftypavif", "AVIF image"),
    (4, b"ftyphei", "HEIC image"),
    (4, b"ftypM4A", "M4A audio"),
    (4, b"ftypqt", "QuickTime video"),
    (4, b"ftyp", "MP4 video"),
    (0, b"\x1a\x45\xdf\xa3", "Matroska or WebM video"),
    (0, b"ID3", "MP3 audio"),
    (0, b"\xff\xfb", "MP3 audio"),
    (0, b"\xff\xf3", "MP3 audio"),
    (0, b"OggS", "Ogg audio or video"),
    (0, b"fLaC", "FLAC audio"),
    (0, b"%PDF-", "PDF document"),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "document of an old Office"),
    (0, b"PK\x03\x04", "ZIP archive"),
    (0, b"PK\x05\x06", "empty ZIP archive"),
    (0, b"\x1f\x8b", "gzip data"),
    (0, b"BZh", "bzip2 data"),
    (0, b"\xfd7zXZ\0", "xz data"),
    (0, b"\x28\xb5\x2f\xfd", "Zstandard data"),
    (0, b"7z\xbc\xaf\x27\x1c", "7-Zip archive"),
    (0, b"Rar!\x1a\x07", "RAR archive"),
    (257, b"ustar", "tar archive"),
    (0, b"!<arch>\n", "ar archive"),
    (0, b"\x7fELF", "ELF program or library"),
    (0, b"MZ", "Windows program or library"),
    (0, b"\xcf\xfa\xed\xfe", "Mach-O program or library"),
    (0, b"\xca\xfe\xba\xbe", "Java class or Mach-O program"),
    (0, b"\0asm", "WebAssembly"),
    (0, b"SQLite format 3\0", "SQLite database"),
    (0, b"PAR1", "Parquet table"),
    (0, b"ARROW1", "Arrow table"),
    (0, b"\x93NUMPY", "NumPy array"),
    (0, b"\x89HDF\r\n\x1a\n", "HDF5 data"),
    (0, b"wOFF", "WOFF font"),
    (0, b"wOF2", "WOFF2 font"),
    (0, b"\0\x01\0\0\0", "TrueType font"),
    (0, b"OTTO", "OpenType font"),
    (0, b"PACK", "pack of git"),
];

/// What bytes are, by their start.
pub fn of(bytes: &[u8]) -> Option<String> {
    let (_, _, name) = SIGNATURES
        .iter()
        .find(|(at, signature, _)| bytes.get(*at..).is_some_and(|rest| rest.starts_with(signature)))?;
    let more = match *name {
        "ZIP archive" => first_name(bytes).map(|name| format!(", its first entry {name}")),
        "PDF document" => bytes.get(5..8).map(|version| format!(" {}", String::from_utf8_lossy(version))),
        _ => dimensions(name, bytes).map(|(width, height)| format!(", {width} × {height}")),
    };
    Some(format!("{name}{}", more.unwrap_or_default()))
}

/// The name of the first file in a ZIP archive.
fn first_name(bytes: &[u8]) -> Option<String> {
    let length = u16::from_le_bytes([*bytes.get(26)?, *bytes.get(27)?]);
    let name = bytes.get(30..30 + usize::from(length.min(100)))?;
    Some(crate::characters::visible(&String::from_utf8_lossy(name)))
}

/// Width and height of a picture.
fn dimensions(name: &str, bytes: &[u8]) -> Option<(u32, u32)> {
    let big = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let little = |at: usize| Some(u32::from(u16::from_le_bytes([*bytes.get(at)?, *bytes.get(at + 1)?])));
    match name {
        "PNG image" => Some((big(16)?, big(20)?)),
        "GIF image" => Some((little(6)?, little(8)?)),
        "BMP image" => Some((little(18)?, little(22)?)),
        "JPEG image" => jpeg(bytes),
        _ => None,
    }
}

/// The dimensions in the frame of a JPEG image, behind any other segments.
fn jpeg(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut at = 2;
    loop {
        let (mark, kind) = (*bytes.get(at)?, *bytes.get(at + 1)?);
        let short = |at: usize| Some(u32::from(u16::from_be_bytes([*bytes.get(at)?, *bytes.get(at + 1)?])));
        if mark != 0xff {
            return None;
        }
        if matches!(kind, 0xc0..=0xcf) && !matches!(kind, 0xc4 | 0xc8 | 0xcc) {
            return Some((short(at + 7)?, short(at + 5)?));
        }
        at += 2 + short(at + 2)? as usize;
    }
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn pictures_have_dimensions() {
        let png = [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice(), &1913u32.to_be_bytes(), &771u32.to_be_bytes()].concat();
        assert_eq!(of(&png).as_deref(), Some("PNG image, 1913 × 771"));
        let jpeg = b"\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x11\x08\x01\x02\x03\x04\x03";
        assert_eq!(of(jpeg).as_deref(), Some("JPEG image, 772 × 258"));
        assert_eq!(of(b"GIF89a\x10\0\x20\0").as_deref(), Some("GIF image, 16 × 32"));
    }

    #[test]
    fn what_is_cut_has_none() {
        for bytes in [b"\x89PNG\r\n\x1a\n".as_slice(), b"\xff\xd8\xff", b"\xff\xd8\xff\xe0\0\0", b"PK\x03\x04", b"GIF8"]
        {
            assert!(of(bytes).is_some_and(|what| !what.contains('×')), "{bytes:?}");
        }
    }

    #[test]
    fn files_are_known_by_their_start() {
        let zip = [b"PK\x03\x04".as_slice(), &[0; 22], b"\x05\0\0\0a.txt"].concat();
        assert_eq!(of(&zip).as_deref(), Some("ZIP archive, its first entry a.txt"));
        assert_eq!(of(b"%PDF-1.7\n\xff").as_deref(), Some("PDF document 1.7"));
        assert_eq!(of(b"\x7fELF\xff").as_deref(), Some("ELF program or library"));
        assert_eq!(of(b"plain \xff"), None);
    }
}
