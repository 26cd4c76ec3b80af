//! Sorting, compiled once. Each type that the standard library sorts, and each key that it sorts by, costs 5 kB of code.

/// Sorts by a key, equal ones as they stand.
pub fn by<T>(items: &mut Vec<T>, key: impl Fn(&T) -> (u64, u64)) {
    let keyed = |(number, item): (usize, &T)| {
        let (first, second) = key(item);
        (first, second, number)
    };
    let mut order: Vec<(u64, u64, usize)> = items.iter().enumerate().map(keyed).collect();
    sort(&mut order);
    let mut taken: Vec<Option<T>> = items.drain(..).map(Some).collect();
    items.extend(order.iter().filter_map(|(_, _, number)| taken[*number].take()));
}

/// Sorts finite numbers.
pub fn floats(numbers: &mut [f64]) {
    const SIGN: u64 = 1 << 63;
    // The bits of positive numbers rise with them, those of negative ones fall.
    let key = |bits: u64| if bits & SIGN == 0 { bits | SIGN } else { !bits };
    let bits = |key: u64| if key & SIGN == 0 { !key } else { key & !SIGN };
    let mut order: Vec<(u64, u64, usize)> = numbers.iter().map(|number| (key(number.to_bits()), 0, 0)).collect();
    sort(&mut order);
    for (number, (key, ..)) in numbers.iter_mut().zip(order) {
        *number = f64::from_bits(bits(key));
    }
}

#[inline(never)]
fn sort(order: &mut [(u64, u64, usize)]) {
    order.sort_unstable();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_keep_their_order() {
        let mut items: Vec<(u64, usize)> = (0..1_000).map(|number| (number as u64 * 7 % 10, number)).collect();
        let mut expected = items.clone();
        expected.sort_by_key(|item| item.0);
        by(&mut items, |item| (item.0, 0));
        assert_eq!(items, expected);
    }

    #[test]
    fn numbers_are_sorted_as_the_standard_library_does() {
        let mut numbers = [3.5, -0.0, 0.0, -7.0, 1e300, -1e-300, f64::MIN, f64::MAX, 2.0];
        let mut expected = numbers;
        expected.sort_by(f64::total_cmp);
        floats(&mut numbers);
        assert_eq!(numbers.map(f64::to_bits), expected.map(f64::to_bits));
    }
}
