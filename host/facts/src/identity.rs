//! Owns the fact `identity`: who runs this program.

use catalog::Value;

use crate::hash;

pub(crate) fn gather() -> Value {
    let uid = rustix::process::geteuid();
    let gid = rustix::process::getegid();
    hash([
        ("gid", Some(i64::from(gid.as_raw()).into())),
        ("group", name("/etc/group", gid.as_raw()).map(Value::from)),
        ("privileged", Some(uid.is_root().into())),
        ("uid", Some(i64::from(uid.as_raw()).into())),
        ("user", name("/etc/passwd", uid.as_raw()).map(Value::from)),
    ])
}

/// Finds the name that belongs to a number in a file of the form `name:x:number:…`.
fn name(file: &str, number: u32) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    text.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1)?.parse() == Ok(number)).then(|| name.to_owned())
    })
}
