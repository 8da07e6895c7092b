//! Owns how the grants of a component are told: what its manifest asks for, in words, a line for each.

use runtime::Package;

/// Says what a component asks to be granted: "write /etc/motd".
pub(crate) fn describe(package: &Package) -> Vec<String> {
    let manifest = &package.manifest;
    let mut lines = Vec::new();
    let mut list = |what: &str, entries: &[String]| {
        lines.extend(entries.iter().map(|entry| format!("{what} {entry}")));
    };
    list("read", &manifest.files.read);
    list("write", &manifest.files.write);
    list("give to another owner or group", &manifest.files.chown);
    list("set suid or sgid on", &manifest.files.suid);
    list("run while reading what the resource says in", &manifest.given.query);
    list("run while changing what the resource says in", &manifest.given.mutate);
    list("put the path of a file on trial into it for the text in", &manifest.given.placeholder);
    list("let what the resource says see, and set for it, the variable", &manifest.given.environment);
    list("see the variable", &manifest.environment.read);
    list("ask the host", &manifest.network.read);
    list("ask and change the host", &manifest.network.write);
    let addresses: Vec<String> = manifest.network.addresses.iter().map(|kind| kind.name().to_owned()).collect();
    list("connect even to addresses that are", &addresses);
    list("see in clear the secret in", &manifest.secrets.reveal);
    list("see the resources of the type", &manifest.resources.find);
    list("add resources of the type", &manifest.resources.add);
    for command in manifest.commands.values() {
        let program = command.find.join(" or ");
        let line = |what: &str, arguments: &Vec<String>| format!("{what} {program} {}", arguments.join(" "));
        let reading = if command.network { "run while reading, over the network too," } else { "run while reading" };
        lines.extend(command.query.iter().map(|arguments| line(reading, arguments)));
        lines.extend(command.mutate.iter().map(|arguments| line("run while changing", arguments)));
        lines.extend(
            command.environment.iter().map(|name| format!("let {program} see, and set for it, the variable {name}")),
        );
    }
    lines
}
