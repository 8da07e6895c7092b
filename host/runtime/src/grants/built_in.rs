//! Tests of the argument lists of the built-in components: the lists that their providers build are granted,
//! malicious lists are not.

use std::path::Path;

use catalog::Value;
use marotte_contract::manifest::Manifest;
use transaction::provider::Row;

use super::command::{ArgumentList, ManifestCommand};
use crate::rows::Rows;

const ATTRIBUTES: [&str; 6] = ["name", "comment", "install_options", "uninstall_options", "path", "responsefile"];

/// Returns whether a built-in component may run a command line in the write phase, for a resource with fixed
/// attributes.
fn is_granted(component: &str, line: &[&str]) -> bool {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../providers").join(component).join("provider.toml");
    let manifest = Manifest::from_toml(&std::fs::read_to_string(file).unwrap()).unwrap();
    let place = |name: &str| ATTRIBUTES.iter().position(|known| *known == name).and_then(|at| u16::try_from(at).ok());
    let [program, arguments @ ..] = line else { panic!("no program") };
    let command = ManifestCommand::new(&manifest.commands[*program], &place);
    let options = Value::Array(vec!["--quick".into(), Value::Hash(vec![("--root".into(), "/srv".into())])]);
    let values: [Value; 6] =
        ["joe".into(), "-n".into(), options.clone(), options, "/srv/a.tar".into(), "/srv/answers".into()];
    let slots: Vec<_> = (0u16..).zip(values).collect();
    let rows = Rows::new([Row { id: 1, title: "joe".into(), slots: slots.into() }].iter());
    let arguments: Vec<String> = arguments.iter().map(|word| (*word).to_owned()).collect();
    let arguments = ArgumentList { words: &arguments, row: rows.find(1), staged: &[] };
    command.covers_mutate(arguments) || command.covers_query(arguments)
}

#[test]
fn grants_cover_what_built_in_providers_run() {
    for (component, line) in [
        ("user", "useradd -- joe"),
        ("user", "useradd -c -n -g users -G a,b -e 2030-01-01 -d /home/joe -s /bin/sh -u 1 -o -m -r -- joe"),
        ("user", "luseradd -c -n -u 1 -M -- joe"),
        ("user", "usermod -c -n -- joe"),
        ("package", "apt-get -q -y -o DPkg::Options::=--force-confold install joe=1.0"),
        (
            "package",
            "apt-get -q -y -o DPkg::Options::=--force-confnew --allow-downgrades --quick --root=/srv install joe",
        ),
        ("package", "apt-get -y -q --allow-change-held-packages remove --purge joe"),
        ("package", "gem install --quick -v 1.0 --no-document --source https://x joe"),
        ("package", "gem uninstall --executables --all joe --quick"),
        ("package", "rpm -e --root=/srv joe-1 joe-2"),
        ("package", "dnf -d 0 -e 1 -y --quick upgrade joe"),
        ("package", "pacman --noconfirm --needed --noprogressbar -S joe"),
        ("package", "snap refresh --hold joe"),
        ("package", "flatpak install --system --noninteractive remote joe"),
        ("package", "npm install --global joe@latest"),
        ("archive", "tar xzf /srv/a.tar"),
        ("service", "systemctl is-active -- a.service -.mount"),
        ("service", "kill 17"),
        ("vcsrepo", "git clone https://x /srv/a.tar --depth 1 --branch main --bare --origin up"),
        ("augeas", "augtool --noload --root . --noautoload --typecheck --include /a --include /b"),
        ("sysctl", "sysctl -- kernel.x=-1"),
        ("rabbitmq", "rabbitmqctl -q set_user_tags -- joe admin"),
        ("postgresql", "psql --tuples-only --quiet --no-psqlrc --host x --dbname y --command select"),
    ] {
        let line: Vec<&str> = line.split(' ').collect();
        assert!(is_granted(component, &line), "{component}: {line:?}");
    }
}

#[test]
fn grants_of_built_in_components_refuse_hostile_arguments() {
    for (component, line) in [
        ("user", "useradd -o -u 0 -- mallory"),
        ("user", "useradd -R /srv -- joe"),
        ("user", "useradd -p hash -- joe"),
        ("package", "apt-get -q -y -o DPkg::Pre-Invoke::=/srv/x install joe"),
        ("package", "apt-get -q -y -o DPkg::Options::=--force-confold -oDPkg::Pre-Invoke::=/srv/x install joe"),
        ("package", "gem install --no-document -P joe"),
        ("package", "rpm -i --root=/ /srv/a.rpm"),
        ("package", "rpm -e --eval=%(x) joe"),
        ("package", "dnf -d 0 -e 1 -y --setopt=x=y install joe"),
        ("package", "pacman --noconfirm --hookdir=/srv -S joe"),
        ("archive", "tar xf /srv/other.tar"),
        ("service", "kill -9"),
        ("vcsrepo", "git clone --upload-pack=/srv/x /srv/a.tar"),
        ("vcsrepo", "git clone https://x /srv/a.tar --config core.sshCommand=/srv/x"),
        ("augeas", "augtool --noload --root . --file /srv/x"),
        ("sysctl", "sysctl -p"),
        ("postgresql", "psql --tuples-only --quiet --no-psqlrc --file /srv/x"),
    ] {
        let line: Vec<&str> = line.split(' ').collect();
        assert!(!is_granted(component, &line), "{component}: {line:?}");
    }
}
