//! Numbers in few bytes: seven bits in each, the lowest first, the eighth set where more follow.

pub fn push(out: &mut Vec<u8>, mut number: usize) {
    while number > 0x7f {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Takes a number off the start; `None` where there is none that fits.
pub fn take(bytes: &mut &[u8]) -> Option<usize> {
    let mut number = 0_usize;
    for shift in (0..usize::BITS).step_by(7) {
        let (first, rest) = bytes.split_first()?;
        *bytes = rest;
        let bits = usize::from(first & 0x7f);
        number |= bits.checked_shl(shift).filter(|shifted| shifted >> shift == bits)?;
        if first & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_and_what_is_none_is_not_taken() {
        let numbers = [0, 1, 127, 128, 300, 65_535, usize::MAX];
        let mut bytes = Vec::new();
        numbers.iter().for_each(|number| push(&mut bytes, *number));
        let mut rest = bytes.as_slice();
        assert_eq!(numbers.map(|_| take(&mut rest).unwrap()), numbers);
        assert_eq!(take(&mut rest), None);
        assert_eq!(take(&mut &[0x80][..]), None);
        assert_eq!(take(&mut &[0xff; 20][..]), None);
    }
}
