//! The fact `identity`: the user that runs this program, according to `/etc/passwd` and `/etc/group`.

use catalog::Value;

use crate::system::SystemProbe;
use crate::value::{hash, integer};

pub(crate) fn gather(machine: &SystemProbe) -> Option<Value> {
    let uid = machine.kernel().user();
    // The third field is the user ID, the fourth the ID of the primary group.
    let user = line(machine, "/etc/passwd", 2, uid);
    let gid: Option<u32> = user.as_ref().and_then(|fields| fields.get(3)?.parse().ok());
    let group = gid.and_then(|gid| line(machine, "/etc/group", 2, gid)).and_then(|fields| fields.into_iter().next());
    let name = user.and_then(|fields| fields.into_iter().next());
    Some(hash([
        ("gid", gid.map(|gid| integer(gid.into()))),
        ("group", group.map(Value::from)),
        ("privileged", Some((uid == 0).into())),
        ("uid", Some(integer(uid.into()))),
        ("user", name.map(Value::from)),
    ]))
}

/// Returns the fields of the line with a number at a position.
fn line(machine: &SystemProbe, file: &str, position: usize, number: u32) -> Option<Vec<String>> {
    let text = machine.read(file)?;
    let lines = text.lines().map(|line| line.split(':').map(str::to_owned).collect::<Vec<_>>());
    let mut found = lines.filter(|fields| fields.get(position).and_then(|field| field.parse().ok()) == Some(number));
    found.next()
}
