//! Configuration files of `openssl`: sections with settings.

use std::collections::BTreeMap;

/// The sections of a file, each with its settings in order.
#[derive(Debug, Default)]
pub(crate) struct Config(BTreeMap<String, Vec<(String, String)>>);

impl Config {
    pub(crate) fn parse(text: &str) -> Self {
        let mut sections: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
        let mut current = String::new();
        for line in text.lines() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                name.trim().clone_into(&mut current);
                sections.entry(current.clone()).or_default();
            } else if let Some((name, value)) = line.split_once('=') {
                let setting = (name.trim().to_owned(), unquoted(value.trim()).to_owned());
                sections.entry(current.clone()).or_default().push(setting);
            }
        }
        Self(sections)
    }

    pub(crate) fn has_section(&self, section: &str) -> bool {
        self.0.contains_key(section)
    }

    /// Returns a setting, the last one of its name.
    pub(crate) fn get(&self, section: &str, name: &str) -> Option<&str> {
        self.0.get(section)?.iter().rfind(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// Returns the common name of the subject.
    pub(crate) fn common_name(&self) -> Option<&str> {
        let section = self.get("req", "distinguished_name").unwrap_or("req_distinguished_name");
        let name = |name| self.get(section, name).filter(|value| !value.contains('$'));
        // With a default, the other setting is the text of a prompt.
        let default = name("commonName_default").or_else(|| name("CN_default"));
        default.or_else(|| name("commonName")).or_else(|| name("CN"))
    }

    /// Returns the alternative names in a section, sorted, such as `DNS:a.example`. `None` if there are none, or if they
    /// contain variables.
    pub(crate) fn alternative_names(&self, section: &str) -> Option<Vec<String>> {
        let value = self.get(section, "subjectAltName")?;
        let value = value.strip_prefix("critical,").map_or(value, str::trim);
        let names: Vec<String> = match value.strip_prefix('@') {
            // A name can have a number: `DNS.1 = a.example`.
            Some(list) => {
                let kind = |name: &str| name.split('.').next().unwrap_or_default().to_owned();
                self.0.get(list)?.iter().map(|(name, value)| format!("{}:{value}", kind(name))).collect()
            }
            None => value.split(',').map(str::to_owned).collect(),
        };
        // Other kinds are printed in another form than they are written.
        let is_comparable =
            |name: &String| ["DNS:", "IP:", "email:", "URI:"].iter().any(|kind| name.trim().starts_with(kind));
        let has_value = |name: &String| !name.contains('$') && is_comparable(name) && name.trim() != "email:copy";
        names.iter().all(has_value).then(|| normal_names(&names))
    }
}

/// Returns names without spaces, sorted, with the abbreviation of addresses.
pub(crate) fn normal_names(names: &[impl AsRef<str>]) -> Vec<String> {
    let normal = |name: &str| {
        let name: String = name.split_whitespace().collect();
        let Some(address) = name.strip_prefix("IPAddress:").or_else(|| name.strip_prefix("IP:")) else { return name };
        let parsed = address.parse::<std::net::IpAddr>().map(|address| address.to_string());
        format!("IP:{}", parsed.unwrap_or_else(|_| address.to_owned()))
    };
    let mut names: Vec<String> = names.iter().map(|name| normal(name.as_ref())).collect();
    names.sort();
    names
}

fn unquoted(value: &str) -> &str {
    let within = |quote| value.strip_prefix(quote)?.strip_suffix(quote);
    within('"').or_else(|| within('\'')).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
HOME = .
[ req ]
distinguished_name = dn # names
[dn]
commonName = a.example
[v3_req]
subjectAltName = \"DNS: b.example, DNS:a.example, IP: 2001:db8:0:0::1\"
[listed]
subjectAltName=@names
[names]
DNS.1 = a.example
IP.1 = 10.0.0.1
[other]
subjectAltName = DNS:a, otherName:1.2;UTF8:x
[variable]
subjectAltName = DNS:$ENV::NAME
";

    #[test]
    fn names_are_read_from_sections() {
        let config = Config::parse(TEXT);
        assert_eq!(config.common_name(), Some("a.example"));
        let names = |section| config.alternative_names(section).map(|names| names.join(" "));
        assert_eq!(names("v3_req").as_deref(), Some("DNS:a.example DNS:b.example IP:2001:db8::1"));
        assert_eq!(names("listed").as_deref(), Some("DNS:a.example IP:10.0.0.1"));
        for section in ["other", "variable", "dn", "missing"] {
            assert_eq!(names(section), None, "{section}");
        }
        assert!(config.has_section("req") && !config.has_section("missing"));
    }

    #[test]
    fn default_of_a_prompt_is_the_common_name() {
        let config =
            Config::parse("[req_distinguished_name]\ncommonName = Your name\ncommonName_default = b.example\n");
        assert_eq!(config.common_name(), Some("b.example"));
    }

    #[test]
    fn addresses_of_certificates_are_normal() {
        assert_eq!(normal_names(&["IP Address:2001:DB8:0:0:0:0:0:1", "DNS:x"]), ["DNS:x", "IP:2001:db8::1"]);
    }
}
