//! Character references: by number, and by the names of HTML 4 and XML, and of HTML 5 for signs of ASCII.
//!
//! HTML 5 has 2,231 names, nearly all of mathematical signs. The tokenizer that knows them (html5gum) takes 72 kB of the component
//! and as much again for the names; a page that uses one of the others shows the reference as it is written.

use std::borrow::Cow;

/// Each name with its character's number, in base 16; those that HTML 5 added come last.
const NAMES: &str = "\
    AElig=c6 Aacute=c1 Acirc=c2 Agrave=c0 Alpha=391 Aring=c5 Atilde=c3 Auml=c4 Beta=392 Ccedil=c7 Chi=3a7 \
    Dagger=2021 Delta=394 ETH=d0 Eacute=c9 Ecirc=ca Egrave=c8 Epsilon=395 Eta=397 Euml=cb Gamma=393 Iacute=cd \
    Icirc=ce Igrave=cc Iota=399 Iuml=cf Kappa=39a Lambda=39b Mu=39c Ntilde=d1 Nu=39d OElig=152 Oacute=d3 \
    Ocirc=d4 Ograve=d2 Omega=3a9 Omicron=39f Oslash=d8 Otilde=d5 Ouml=d6 Phi=3a6 Pi=3a0 Prime=2033 Psi=3a8 \
    Rho=3a1 Scaron=160 Sigma=3a3 THORN=de Tau=3a4 Theta=398 Uacute=da Ucirc=db Ugrave=d9 Upsilon=3a5 Uuml=dc \
    Xi=39e Yacute=dd Yuml=178 Zeta=396 aacute=e1 acirc=e2 acute=b4 aelig=e6 agrave=e0 alefsym=2135 alpha=3b1 \
    amp=26 and=2227 ang=2220 apos=27 aring=e5 asymp=2248 atilde=e3 auml=e4 bdquo=201e beta=3b2 brvbar=a6 \
    bull=2022 cap=2229 ccedil=e7 cedil=b8 cent=a2 chi=3c7 circ=2c6 clubs=2663 cong=2245 copy=a9 crarr=21b5 \
    cup=222a curren=a4 dArr=21d3 dagger=2020 darr=2193 deg=b0 delta=3b4 diams=2666 divide=f7 eacute=e9 ecirc=ea \
    egrave=e8 empty=2205 emsp=2003 ensp=2002 epsilon=3b5 equiv=2261 eta=3b7 eth=f0 euml=eb euro=20ac exist=2203 \
    fnof=192 forall=2200 frac12=bd frac14=bc frac34=be frasl=2044 gamma=3b3 ge=2265 gt=3e hArr=21d4 harr=2194 \
    hearts=2665 hellip=2026 iacute=ed icirc=ee iexcl=a1 igrave=ec image=2111 infin=221e int=222b iota=3b9 \
    iquest=bf isin=2208 iuml=ef kappa=3ba lArr=21d0 lambda=3bb lang=27e8 laquo=ab larr=2190 lceil=2308 \
    ldquo=201c le=2264 lfloor=230a lowast=2217 loz=25ca lrm=200e lsaquo=2039 lsquo=2018 lt=3c macr=af mdash=2014 \
    micro=b5 middot=b7 minus=2212 mu=3bc nabla=2207 nbsp=a0 ndash=2013 ne=2260 ni=220b not=ac notin=2209 \
    nsub=2284 ntilde=f1 nu=3bd oacute=f3 ocirc=f4 oelig=153 ograve=f2 oline=203e omega=3c9 omicron=3bf \
    oplus=2295 or=2228 ordf=aa ordm=ba oslash=f8 otilde=f5 otimes=2297 ouml=f6 para=b6 part=2202 permil=2030 \
    perp=22a5 phi=3c6 pi=3c0 piv=3d6 plusmn=b1 pound=a3 prime=2032 prod=220f prop=221d psi=3c8 quot=22 rArr=21d2 \
    radic=221a rang=27e9 raquo=bb rarr=2192 rceil=2309 rdquo=201d real=211c reg=ae rfloor=230b rho=3c1 rlm=200f \
    rsaquo=203a rsquo=2019 sbquo=201a scaron=161 sdot=22c5 sect=a7 shy=ad sigma=3c3 sigmaf=3c2 sim=223c \
    spades=2660 sub=2282 sube=2286 sum=2211 sup=2283 sup1=b9 sup2=b2 sup3=b3 supe=2287 szlig=df tau=3c4 \
    there4=2234 theta=3b8 thetasym=3d1 thinsp=2009 thorn=fe tilde=2dc times=d7 trade=2122 uArr=21d1 uacute=fa \
    uarr=2191 ucirc=fb ugrave=f9 uml=a8 upsih=3d2 upsilon=3c5 uuml=fc weierp=2118 xi=3be yacute=fd yen=a5 \
    yuml=ff zeta=3b6 zwj=200d zwnj=200c \
    Hat=5e NewLine=a Tab=9 ast=2a bsol=5c bullet=2022 check=2713 colon=3a comma=2c commat=40 cross=2717 dash=2010 dollar=24 \
    equals=3d excl=21 grave=60 hyphen=2010 lbrace=7b lbrack=5b lowbar=5f lpar=28 lsqb=5b num=23 percnt=25 period=2e plus=2b \
    quest=3f rbrace=7d rbrack=5d rpar=29 rsqb=5d semi=3b sol=2f star=2606 vert=7c";
/// Characters of the longest reference, without its signs.
const LONGEST: usize = 10;

/// A text with its references replaced.
pub fn replaced(text: &str) -> Cow<'_, str> {
    let Some(mut found) = memchr::memchr(b'&', text.as_bytes()) else {
        return Cow::Borrowed(text);
    };
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    loop {
        out.push_str(&rest[..found]);
        rest = &rest[found..];
        let (char, length) = referenced(&rest[1..]).map_or(('&', 1), |(char, length)| (char, length + 1));
        out.push(char);
        rest = &rest[length..];
        match memchr::memchr(b'&', rest.as_bytes()) {
            Some(next) => found = next,
            None => break,
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// The character that is referred to behind an `&`, and the length of the reference.
fn referenced(rest: &str) -> Option<(char, usize)> {
    let end = rest.bytes().take(LONGEST + 1).position(|byte| byte == b';')?;
    let body = &rest[..end];
    let number = match body.strip_prefix('#') {
        Some(number) => match number.strip_prefix(['x', 'X']) {
            Some(number) => u32::from_str_radix(number, 16).ok()?,
            None => number.parse().ok()?,
        },
        None => named(body)?,
    };
    Some((char::from_u32(windows_1252(number)).filter(|char| *char != '\0').unwrap_or('\u{fffd}'), end + 1))
}

fn named(name: &str) -> Option<u32> {
    let named =
        |pair: &str| pair.split_once('=').filter(|(known, _)| *known == name).map(|(_, number)| number.to_owned());
    let number = match name {
        "amp" => return Some(0x26),
        "nbsp" => return Some(0xa0),
        "lt" => return Some(0x3c),
        "gt" => return Some(0x3e),
        "quot" => return Some(0x22),
        _ => NAMES.split(' ').find_map(named)?,
    };
    u32::from_str_radix(&number, 16).ok()
}

/// The standard reads the numbers of control characters as Windows does.
fn windows_1252(number: u32) -> u32 {
    const WINDOWS: [u16; 32] = [
        0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0x8d, 0x17d,
        0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0x9d,
        0x17e, 0x178,
    ];
    match number {
        0x80..=0x9f => u32::from(WINDOWS[number as usize - 0x80]),
        number => number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_replaced_by_number_and_by_name() {
        for (text, shown) in [
            ("a &amp; b &lt;c&gt; &quot;d&quot; &apos;", "a & b <c> \"d\" '"),
            ("&eacute;&nbsp;&euro;&hellip;&thetasym;&AElig;&aelig;", "é\u{a0}€…ϑÆæ"),
            ("&#233;&#xE9;&#X20ac;&#150;&#0;&#xd800;&#99999999;", "éé€–\u{fffd}\u{fffd}\u{fffd}"),
            ("&amp;lt;", "&lt;"),
        ] {
            assert_eq!(replaced(text), shown, "{text}");
        }
    }

    #[test]
    fn what_is_none_stays() {
        for text in ["a & b", "&", "&;", "&#;", "&#x;", "&nosuchname;", "&amp", "x&é;", "R&D; &D", "&zeta"] {
            assert_eq!(replaced(text), text);
        }
    }

    #[test]
    fn all_names_are_known() {
        assert_eq!(NAMES.split(' ').count(), 288);
        for pair in NAMES.split(' ') {
            let (name, number) = pair.split_once('=').unwrap();
            assert_eq!(named(name), u32::from_str_radix(number, 16).ok(), "{name}");
        }
    }
}
