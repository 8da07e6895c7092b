//! Permissions: octal or in the symbolic notation of chmod, and the result of applying them to current
//! permissions.

use marotte_sdk::system::Metadata;

/// Permissions in the manifest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Permissions {
    /// Octal notation, which sets all bits.
    Octal(u32),
    /// Symbolic notation, syntactically valid.
    Symbolic(String),
}

impl Permissions {
    /// Parses permissions; `None` if they are neither octal nor symbolic.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('0').filter(|rest| !rest.is_empty()).unwrap_or(text);
        if (1..=4).contains(&digits.len()) && digits.bytes().all(|digit| (b'0'..=b'7').contains(&digit)) {
            return u32::from_str_radix(digits, 8).ok().map(Self::Octal);
        }
        text.split(',').all(is_clause).then(|| Self::Symbolic(text.to_owned()))
    }

    /// Returns the canonical text: four octal digits, or the symbols.
    pub fn text(&self) -> String {
        match self {
            Self::Octal(bits) => octal(*bits),
            Self::Symbolic(text) => text.clone(),
        }
    }

    /// Returns the bits that result from applying the permissions to the current ones.
    ///
    /// # Errors
    /// Returns an error if a symbolic mode uses `X` with an operator other than `+`.
    pub fn bits(&self, current: u32, is_directory: bool) -> Result<u32, String> {
        match self {
            Self::Octal(bits) if is_directory => Ok(enterable(*bits)),
            Self::Octal(bits) => Ok(*bits),
            Self::Symbolic(text) => symbolic(text, current, is_directory),
        }
    }
}

/// Formats bits as four octal digits.
pub(crate) fn octal(bits: u32) -> String {
    [9, 6, 3, 0].map(|shift| char::from_digit(bits >> shift & 7, 8).unwrap_or('0')).iter().collect()
}

/// Returns the permissions of a file or directory without its access control list: the group bits of its mode are
/// the mask of the list, and the owning group has its own permissions.
pub(crate) fn without_acl(metadata: &Metadata) -> u32 {
    match metadata.acl_group {
        Some(rights) => metadata.mode & 0o7707 | (rights & 0o7) << 3,
        None => metadata.mode & 0o7777,
    }
}

/// Adds execute permission for each class that can read a directory.
fn enterable(bits: u32) -> u32 {
    bits | ((bits & 0o444) >> 2)
}

/// Returns whether a text is a clause of a symbolic mode: classes, operator, permissions.
fn is_clause(clause: &str) -> bool {
    let rest = clause.trim_start_matches(['u', 'g', 'o', 'a']);
    rest.starts_with(['-', '+', '=']) && rest.chars().all(|letter| "-+=rstwxXugo".contains(letter))
}

/// The permissions of owner, group and others, and the special bits.
#[derive(Clone, Copy)]
struct Classes {
    special: u32,
    classes: [u32; 3],
}

impl Classes {
    fn new(bits: u32) -> Self {
        Self { special: bits >> 9 & 7, classes: [bits >> 6 & 7, bits >> 3 & 7, bits & 7] }
    }

    fn bits(self) -> u32 {
        let [user, group, other] = self.classes;
        self.special << 9 | user << 6 | group << 3 | other
    }
}

/// Returns the index of the class that a letter represents.
fn class(letter: char) -> Option<usize> {
    "ugo".find(letter)
}

fn symbolic(text: &str, current: u32, is_directory: bool) -> Result<u32, String> {
    let mut result = Classes::new(current);
    let is_executable = current & 0o111 != 0;
    for clause in text.split(',') {
        let who = clause.len() - clause.trim_start_matches(['u', 'g', 'o', 'a']).len();
        let (who, actions) = clause.split_at(who);
        // Within a clause, references to other classes use their previous permissions: "ug=gu" swaps them,
        // "u=g,g=u" does not.
        let before = result;
        for index in 0..3 {
            let is_meant = |letter: char| letter == 'a' || class(letter) == Some(index);
            if who.is_empty() || who.chars().any(is_meant) {
                let x = is_directory || is_executable;
                apply(actions, index, before, &mut result, x).map_err(|message| {
                    let position = if clause == text { String::new() } else { format!(" at {clause:?}") };
                    format!("{message}{position} in symbolic mode {text:?}")
                })?;
            }
        }
    }
    Ok(result.bits())
}

/// Applies the operations of one clause to one class.
fn apply(actions: &str, place: usize, before: Classes, result: &mut Classes, x: bool) -> Result<(), String> {
    let mut value = before.classes[place];
    let mut action = '=';
    let change = |value: u32, bits: u32, action: char| if action == '-' { value & !bits } else { value | bits };
    for letter in actions.chars() {
        let bits = match letter {
            '-' | '+' | '=' => {
                action = letter;
                if letter == '=' {
                    value = 0;
                }
                continue;
            }
            'r' => 4,
            'w' => 2,
            'x' => 1,
            'X' if action != '+' => return Err("X only works with the '+' operator".to_owned()),
            'X' => u32::from(x),
            's' | 't' => {
                let bit = if letter == 't' { 1 } else { [4, 2, 1][place] };
                result.special = change(result.special, bit, action);
                continue;
            }
            other => class(other).map_or(0, |other| before.classes[other]),
        };
        value = change(value, bits, action);
    }
    result.classes[place] = value;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(text: &str, current: u32) -> u32 {
        Permissions::parse(text).unwrap().bits(current, false).unwrap()
    }

    #[test]
    fn octal_mode_sets_all_bits() {
        assert_eq!(bits("644", 0), 0o644);
        assert_eq!(bits("0644", 0o777), 0o644);
        assert_eq!(bits("04755", 0), 0o4755);
        assert_eq!(Permissions::parse("44").unwrap().text(), "0044");
    }

    #[test]
    fn readable_directory_is_executable() {
        assert_eq!(Permissions::Octal(0o644).bits(0, true), Ok(0o755));
        assert_eq!(Permissions::Octal(0o600).bits(0, true), Ok(0o700));
        assert_eq!(Permissions::Octal(0o1777).bits(0, true), Ok(0o1777));
    }

    #[test]
    fn symbolic_mode_changes_the_named_bits() {
        assert_eq!(bits("u=rw,g+w,o-r", 0o644), 0o660);
        assert_eq!(bits("+x", 0o644), 0o755);
        assert_eq!(bits("a=r,ug+w", 0), 0o664);
        assert_eq!(bits("u=rwx,go=u-w", 0o700), 0o755);
        assert_eq!(bits("g=u", 0o640), 0o660);
        assert_eq!(bits("u+s,g+s,o+t", 0o755), 0o7755);
        assert_eq!(bits("u-s", 0o4755), 0o755);
        assert_eq!(bits("ug=", 0o777), 0o007);
    }

    #[test]
    fn capital_x_applies_to_directories_and_programs() {
        let mode = Permissions::parse("a+X").unwrap();
        assert_eq!(mode.bits(0o644, false), Ok(0o644));
        assert_eq!(mode.bits(0o744, false), Ok(0o755));
        assert_eq!(mode.bits(0o644, true), Ok(0o755));
        let refused = Permissions::parse("u=rwX,g=r").unwrap().bits(0o644, false).unwrap_err();
        assert_eq!(refused, "X only works with the '+' operator at \"u=rwX\" in symbolic mode \"u=rwX,g=r\"");
    }

    #[test]
    fn invalid_mode_is_rejected() {
        for text in ["", "99x", "00644x", "8", "u", "rw", "u=q", "u=r;g=r", "07777777"] {
            assert_eq!(Permissions::parse(text), None, "{text}");
        }
        assert!(Permissions::parse("00644").is_some());
    }
}
