//! Tests of `mysql_datadir`.

use marotte_sdk::Value;
use marotte_sdk::fake::{FakeSystem, FileNode, ProviderTest};

use super::{Commands, machine, printed};
use crate::{Component, DataDirectory};

fn open(version: &'static str) -> (FakeSystem, Commands, ProviderTest<DataDirectory>) {
    let (machine, ran) = machine(move |_| printed(version));
    let trial = ProviderTest::new::<Component>(&machine, "mysql");
    (machine, ran, trial)
}

fn apply(trial: &mut ProviderTest<DataDirectory>, attributes: &[(&str, Value)]) -> Vec<String> {
    let wanted = trial.want("/srv/my data", &[&[("ensure", "present".into())], attributes].concat()).unwrap();
    trial.apply(&wanted)
}

#[test]
fn initialization_depends_on_the_server() {
    let (_, ran, mut trial) =
        open("mysqld  Ver 10.11.19-MariaDB-0+deb12u1 for debian-linux-gnu on x86_64 (Debian 12)\n");
    assert_eq!(apply(&mut trial, &[("basedir", "/usr".into())]), ["ensure: created"]);
    assert_eq!(ran.log()[1].args, ["--basedir=/usr", "--datadir=/srv/my data", "--user=mysql"]);
    let (machine, ran, mut trial) = open("/usr/sbin/mysqld  Ver 8.0.36 for Linux on x86_64 (MySQL Community Server)\n");
    assert_eq!(apply(&mut trial, &[]), ["ensure: created"]);
    let log = "--log-error=/var/tmp/mysqld_initialize.log";
    let args = ["--datadir=/srv/my data", "--user=mysql", log, "--initialize-insecure"];
    assert_eq!(ran.log()[1].args, args);
    let more = [
        ("defaults_extra_file", "/etc/x.cnf".into()),
        ("user", "me".into()),
        ("insecure", false.into()),
        ("log_error", "/l".into()),
    ];
    let missing = "Defaults-extra-file /etc/x.cnf is missing.";
    assert_eq!(apply(&mut trial, &more), [format!("ensure: change from 'absent' to 'present' failed: {missing}")]);
    machine.put("/etc/x.cnf", FileNode::file(""));
    assert_eq!(apply(&mut trial, &more), ["ensure: created"]);
    let args =
        ["--defaults-extra-file=/etc/x.cnf", "--datadir=/srv/my data", "--user=me", "--log-error=/l", "--initialize"];
    assert_eq!(ran.log().last().unwrap().args, args);
}

#[test]
fn initialized_directory_is_in_sync() {
    let (machine, ran, mut trial) = open("");
    machine.put("/srv/my data/mysql/db.frm", FileNode::file(""));
    assert_eq!(apply(&mut trial, &[]), [""; 0]);
    assert!(ran.log().is_empty());
    assert!(trial.want("/srv/my data", &[("ensure", "absent".into())]).is_err());
    machine.put("/srv/my data", FileNode::directory());
}

#[test]
fn unknown_server_version_is_an_error() {
    let (machine, _, mut trial) = open("what?\n");
    machine.put("/srv/my data/mysql", FileNode::directory());
    let fault = "cannot parse the version of mysqld: what?\n";
    assert_eq!(apply(&mut trial, &[]), [format!("ensure: change from 'absent' to 'present' failed: {fault}")]);
}
