//! Version of a server: its vendor and its features.

/// A version of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Version {
    is_mariadb: bool,
    number: [u32; 3],
}

impl Version {
    /// Parses the version of a server: `10.11.6-MariaDB`, or a sentence that contains such a number.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let number = text.split(|c: char| !c.is_ascii_digit() && c != '.').find_map(|word| {
            let mut parts = word.split('.').map(|part| part.parse().ok());
            Some([parts.next()??, parts.next()??, parts.next()??])
        })?;
        Some(Self { is_mariadb: text.to_ascii_lowercase().contains("mariadb"), number })
    }

    /// Returns whether the version is at least the given one of MySQL (or Percona Server) or of MariaDB.
    pub(crate) fn is_from(self, mysql: [u32; 3], mariadb: [u32; 3]) -> bool {
        self.number >= if self.is_mariadb { mariadb } else { mysql }
    }

    /// Returns whether the server is MySQL or Percona Server of at least the given version.
    pub(crate) fn is_mysql_from(self, mysql: [u32; 3]) -> bool {
        !self.is_mariadb && self.number >= mysql
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_number_is_the_version() {
        let mariadb = Version::parse("10.11.19-MariaDB-0+deb12u1").unwrap();
        assert_eq!(mariadb, Version { is_mariadb: true, number: [10, 11, 19] });
        let sentence = "/usr/sbin/mysqld  Ver 8.0.36-0ubuntu0.22.04.1 for Linux on x86_64 ((Ubuntu))";
        let mysql = Version::parse(sentence).unwrap();
        assert_eq!(mysql, Version { is_mariadb: false, number: [8, 0, 36] });
        assert!(mysql.is_mysql_from([5, 7, 6]) && !mariadb.is_mysql_from([5, 7, 6]));
        assert!(mariadb.is_from([5, 7, 6], [10, 2, 0]) && !mariadb.is_from([5, 7, 6], [11, 0, 0]));
        assert_eq!((Version::parse("garbage"), Version::parse("8.0")), (None, None));
    }
}
