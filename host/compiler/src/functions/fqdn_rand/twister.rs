//! Random numbers of Ruby's `Random`: a 32-bit Mersenne Twister.

/// Number of words in the state.
const WORDS: usize = 624;
/// Distance between the words combined with each other.
const AHEAD: usize = 397;

/// A Mersenne Twister.
pub(in crate::functions) struct Twister {
    state: [u32; WORDS],
    next: usize,
}

impl Twister {
    /// Creates a generator in the state that Ruby sets for a seed: a number in big-endian bytes.
    pub(in crate::functions) fn seeded(seed: &[u8]) -> Self {
        let words: Vec<u32> =
            seed.rchunks(4).map(|bytes| bytes.iter().fold(0, |word, byte| word << 8 | u32::from(*byte))).collect();
        let mut count = words.iter().rposition(|word| *word != 0).map_or(1, |last| last + 1);
        // Ruby ignores a most significant word of 1, which it uses as a guard for leading zeros.
        if count > 1 && words[count - 1] == 1 {
            count -= 1;
        }
        let mut twister = Self::seeded_with_word(if count > 1 { 19_650_218 } else { words[0] });
        if count > 1 {
            twister.mix(&words[..count]);
        }
        twister
    }

    fn seeded_with_word(seed: u32) -> Self {
        let mut state = [seed; WORDS];
        for index in 1..WORDS {
            let before = state[index - 1];
            let mixed = (before ^ before >> 30).wrapping_mul(1_812_433_253);
            state[index] = mixed.wrapping_add(word(index));
        }
        Self { state, next: WORDS }
    }

    fn mix(&mut self, key: &[u32]) {
        let mut index = 1;
        for place in (0..key.len()).cycle().take(WORDS) {
            self.state[index] = self.stirred(index, 1_664_525).wrapping_add(key[place]).wrapping_add(word(place));
            index = self.following(index);
        }
        for _ in 1..WORDS {
            self.state[index] = self.stirred(index, 1_566_083_941).wrapping_sub(word(index));
            index = self.following(index);
        }
        self.state[0] = 0x8000_0000;
    }

    fn stirred(&self, index: usize, factor: u32) -> u32 {
        let before = self.state[index - 1];
        self.state[index] ^ (before ^ before >> 30).wrapping_mul(factor)
    }

    /// Returns the next index. After the last index, copies the last word to the first and continues at index 1.
    fn following(&mut self, index: usize) -> usize {
        if index + 1 < WORDS {
            return index + 1;
        }
        self.state[0] = self.state[WORDS - 1];
        1
    }

    fn twist(&mut self) {
        for index in 0..WORDS {
            let joined = self.state[index] & 0x8000_0000 | self.state[(index + 1) % WORDS] & 0x7fff_ffff;
            let odd = if joined & 1 == 1 { 0x9908_b0df } else { 0 };
            self.state[index] = self.state[(index + AHEAD) % WORDS] ^ joined >> 1 ^ odd;
        }
        self.next = 0;
    }

    /// Returns 32 random bits.
    fn draw(&mut self) -> u32 {
        if self.next == WORDS {
            self.twist();
        }
        let mut bits = self.state[self.next];
        self.next += 1;
        bits ^= bits >> 11;
        bits ^= bits << 7 & 0x9d2c_5680;
        bits ^= bits << 15 & 0xefc6_0000;
        bits ^ bits >> 18
    }

    /// Returns a random number from 0 up to, but not including, a positive limit.
    pub(in crate::functions) fn below(&mut self, limit: i64) -> i64 {
        let greatest = limit.unsigned_abs().saturating_sub(1);
        let mask = u64::MAX.checked_shr(greatest.leading_zeros()).unwrap_or(0);
        'again: loop {
            let mut drawn = 0_u64;
            for shift in [32, 0] {
                if mask >> shift & u64::from(u32::MAX) != 0 {
                    drawn |= u64::from(self.draw()) << shift;
                    drawn &= mask;
                    if drawn > greatest {
                        continue 'again;
                    }
                }
            }
            // `drawn` is less than `limit`, which is an `i64`.
            return i64::try_from(drawn).unwrap_or(i64::MAX);
        }
    }
}

/// Converts a state index to a word.
fn word(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_numbers_match_ruby() {
        // `Random.new(seed).rand(1 << 32)`, called three times for each seed.
        let drawn = |seed: u128| {
            let mut twister = Twister::seeded(&seed.to_be_bytes());
            [0; 3].map(|_: i32| twister.below(1 << 32))
        };
        assert_eq!(drawn(42), [1_608_637_542, 3_421_126_067, 4_083_286_876]);
        assert_eq!(drawn(1 << 100 | 7), [1_786_885_132, 353_954_449, 1_403_444_918]);
        assert_eq!(drawn(1 << 32 | 5), [953_453_411, 236_996_814, 3_739_766_767]);
        assert_eq!(Twister::seeded(&[1]).below(1), 0);
    }
}
