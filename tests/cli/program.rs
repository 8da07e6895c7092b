//! The program file itself.

#![cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]

const DYNAMIC: u32 = 2;
const RELRO: u32 = 0x6474_e552;
const SHARED_OBJECT: u16 = 3;

fn number<const N: usize>(file: &[u8], at: usize) -> u64 {
    let bytes: [u8; N] = file[at..at + N].try_into().expect("N bytes");
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

fn place(number: u64) -> usize {
    number.try_into().expect("a position in memory")
}

/// Returns the file position and size of the first segment of a kind.
fn segment(file: &[u8], kind: u32) -> Option<(usize, usize)> {
    let [start, size, count] = [number::<8>(file, 0x20), number::<2>(file, 0x36), number::<2>(file, 0x38)].map(place);
    let header = (0..count).map(|index| start + index * size).find(|at| number::<4>(file, *at) == u64::from(kind))?;
    Some((place(number::<8>(file, header + 8)), place(number::<8>(file, header + 0x20))))
}

/// `.cargo/config.toml` changes how the program is linked. Without full RELRO, a memory error could overwrite the addresses
/// of library functions.
#[test]
fn program_is_position_independent_with_read_only_relocations() {
    const FLAGS_1: u64 = 0x6fff_fffb;
    const NOW: u64 = 1;
    let file = std::fs::read(env!("CARGO_BIN_EXE_marotte-under-test")).unwrap();
    assert_eq!(number::<2>(&file, 0x10), u64::from(SHARED_OBJECT), "the program is linked to a fixed address");
    assert!(segment(&file, RELRO).is_some(), "the program has no segment of read-only relocations");
    let (start, size) = segment(&file, DYNAMIC).unwrap();
    let mut entries = (start..start + size).step_by(16).map(|at| (number::<8>(&file, at), number::<8>(&file, at + 8)));
    let flags = entries.find(|(tag, _)| *tag == FLAGS_1).map_or(0, |(_, flags)| flags);
    assert_ne!(
        flags & NOW,
        0,
        "functions of libraries are bound at their first call, so that their addresses stay writable"
    );
}
