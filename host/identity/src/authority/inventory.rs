//! Inventory of all certificates that an authority has issued, in the format of puppetserver.

use jiff::Timestamp;

use crate::certificate::Certificate;
use crate::certname::Certname;
use crate::serial::Serial;

/// Returns the line of a certificate: serial number, validity and subject.
pub(super) fn line(certificate: &Certificate) -> String {
    let time = |time: Timestamp| time.strftime("%Y-%m-%dT%H:%M:%SUTC").to_string();
    let (begin, end) = (time(certificate.not_before()), time(certificate.not_after()));
    format!("{} {begin} {end} /{}", certificate.serial(), certificate.subject())
}

/// Returns the serial numbers of the certificates of a node that have not expired. Malformed lines are ignored.
pub(super) fn valid_serials(inventory: &str, certname: &Certname, now: Timestamp) -> Vec<Serial> {
    let subject = format!("/CN={certname}");
    let lines = inventory.lines().filter_map(|line| {
        let mut fields = line.splitn(4, ' ');
        let serial = fields.next()?.parse().ok()?;
        let end = fields.nth(1)?;
        Some((serial, end, fields.next()?))
    });
    let own = lines.filter(|(_, end, name)| *name == subject && !has_expired(end, now));
    own.map(|(serial, _, _)| serial).collect()
}

/// A time that cannot be parsed counts as not expired.
fn has_expired(end: &str, now: Timestamp) -> bool {
    let time = end.strip_suffix("UTC").and_then(|time| format!("{time}Z").parse::<Timestamp>().ok());
    time.is_some_and(|time| time < now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inventory_lists_valid_certificates_of_a_node() {
        let inventory = "0x0001 2020-01-01T00:00:00UTC 2025-01-01T00:00:00UTC /CN=web\n\
            0x0002 2024-01-01T00:00:00UTC 2029-01-01T00:00:00UTC /CN=web\n\
            0x0003 2024-01-01T00:00:00UTC 2029-01-01T00:00:00UTC /CN=web2\n\
            0x0004 2024-01-01T00:00:00UTC soon /CN=web\n\
            0x00";
        let now = "2026-01-01T00:00:00Z".parse().unwrap();
        let found = valid_serials(inventory, &"web".parse().unwrap(), now);
        assert_eq!(found, [Serial::from(2), Serial::from(4)]);
    }
}
