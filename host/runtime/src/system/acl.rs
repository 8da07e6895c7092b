//! POSIX access control lists in the binary format of the kernel: a version, then entries of tag, permissions and
//! ID. The group bits of a mode are the mask of the list, which limits the entries of named users and groups; the
//! permissions of the owning group are stored in the list only.

/// The extended attribute that contains the access control list of a file.
pub(crate) const ACCESS: &[u8] = b"system.posix_acl_access";

/// The extended attribute that contains the default access control list for new files in a directory.
pub(crate) const DEFAULT: &[u8] = b"system.posix_acl_default";

/// The version of the format.
const VERSION: [u8; 4] = 2_u32.to_le_bytes();

/// The length of an entry.
const ENTRY: usize = 8;

/// The tag of the owning group.
const GROUP_OBJ: u16 = 0x04;

/// Returns the permission bits of the owning group; 0 if the bytes are not a list.
pub(crate) fn owning_group(list: &[u8]) -> u32 {
    let entries = list.strip_prefix(&VERSION).unwrap_or_default().chunks_exact(ENTRY);
    let mut permissions = entries.map(|entry| ([entry[0], entry[1]], u32::from(entry[2]) & 0o7));
    permissions.find(|(tag, _)| u16::from_le_bytes(*tag) == GROUP_OBJ).map_or(0, |(_, bits)| bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(entries: &[(u16, u16)]) -> Vec<u8> {
        let mut bytes = VERSION.to_vec();
        for (tag, permissions) in entries {
            bytes.extend(tag.to_le_bytes());
            bytes.extend(permissions.to_le_bytes());
            bytes.extend(u32::MAX.to_le_bytes());
        }
        bytes
    }

    #[test]
    fn acl_owning_group_is_not_the_mask() {
        let (user, named, mask, other) = (0x01, 0x02, 0x10, 0x20);
        assert_eq!(owning_group(&list(&[(user, 6), (named, 6), (GROUP_OBJ, 4), (mask, 7), (other, 1)])), 4);
        assert_eq!(owning_group(&list(&[(user, 6), (named, 6), (GROUP_OBJ, 0), (mask, 6), (other, 0)])), 0);
    }

    #[test]
    fn acl_of_unknown_form_gives_the_owning_group_nothing() {
        let whole = list(&[(GROUP_OBJ, 6)]);
        assert_eq!(owning_group(&whole), 6);
        assert_eq!(owning_group(&whole[..whole.len() - 1]), 0);
        assert_eq!(owning_group(&whole[1..]), 0);
        assert_eq!(owning_group(&[]), 0);
    }
}
