//! Whole reads and writes from calls that may move less than they were asked for.

use super::Failure;
use crate::bindings::wasi::filesystem::types::Descriptor;

/// What one call of the host is asked to move. Hosts may move less (Wasmtime reads at most 64 KiB a call); more would
/// make the host hold a second copy of it.
const CALL_BYTES: usize = 1 << 20;

/// The file from its start to its end.
pub fn read_all(file: &Descriptor) -> Result<Vec<u8>, Failure> {
    let size = file.stat()?.size;
    let mut bytes = with_room_for(usize::try_from(size).map_err(|_| Failure::NoMemory)?)?;
    // Past the size, because the file may have grown since: only the host knows where it ends.
    while read_more(file, 0, CALL_BYTES, &mut bytes)? {}
    Ok(bytes)
}

/// At most `count` bytes from `start`; fewer only at the end of the file.
pub fn read_range(file: &Descriptor, start: u64, count: usize) -> Result<Vec<u8>, Failure> {
    let left = file.stat()?.size.saturating_sub(start);
    let mut bytes = with_room_for(count.min(usize::try_from(left).unwrap_or(count)))?;
    while bytes.len() < count {
        let wanted = CALL_BYTES.min(count - bytes.len());
        if !read_more(file, start, wanted, &mut bytes)? {
            break;
        }
    }
    Ok(bytes)
}

/// Writes all of `bytes` from the start of the file on.
pub fn write_all(file: &Descriptor, bytes: &[u8]) -> Result<(), Failure> {
    let mut rest = bytes;
    let mut offset = 0;
    while !rest.is_empty() {
        let call = rest.get(..CALL_BYTES).unwrap_or(rest);
        let written = file.write(call, offset)?;
        rest = after(rest, written)?;
        offset += written;
    }
    Ok(())
}

/// What is left of `bytes` once the host has taken the first `written` of them.
fn after(bytes: &[u8], written: u64) -> Result<&[u8], Failure> {
    match usize::try_from(written).ok().and_then(|written| bytes.get(written..)) {
        Some(rest) if written > 0 => Ok(rest),
        _ => Err(Failure::NothingWritten),
    }
}

/// Appends the next bytes, those at `start + bytes.len()`. `false` at the end of the file.
fn read_more(file: &Descriptor, start: u64, wanted: usize, bytes: &mut Vec<u8>) -> Result<bool, Failure> {
    let offset = start.saturating_add(bytes.len() as u64);
    let (read, at_end) = file.read(wanted as u64, offset)?;
    bytes.try_reserve(read.len()).map_err(|_| Failure::NoMemory)?;
    bytes.extend_from_slice(&read);
    Ok(!at_end && !read.is_empty())
}

fn with_room_for(count: usize) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(count).map_err(|_| Failure::NoMemory)?;
    Ok(bytes)
}
