//! Tests of `mysql_database` and `mysql_plugin`.

use marotte_sdk::Value;
use marotte_sdk::fake::ProviderTest;

use super::{failed, machine, printed, statements, timed_out};
use crate::{Component, Databases, Plugins};

const DATABASES: &str = "name\tcharset\tcollation\nmysql\tutf8mb4\tutf8mb4_general_ci\nold\tutf8mb3\tutf8mb3_general_ci\nü `x`\tlatin1\tlatin1_bin\n";

const PLUGINS: &str = "Name\tStatus\tType\tLibrary\tLicense\nCSV\tACTIVE\tSTORAGE ENGINE\tNULL\tGPL\nauth_pam\tACTIVE\tAUTHENTICATION\tauth_pam.so\tGPL\n";

#[test]
fn databases_are_created_changed_and_removed() {
    let (machine, ran) = machine(|sql| printed(if sql.contains("SCHEMATA") { DATABASES } else { "" }));
    let mut trial: ProviderTest<Databases> = ProviderTest::new::<Component>(&machine, "mysql");
    let mut apply = |title: &str, attributes: &[(&str, Value)]| {
        let wanted = trial.want(title, attributes).unwrap();
        trial.apply(&wanted)
    };
    let modern = [("charset", "utf8mb4".into()), ("collate", "utf8mb4_bin".into()), ("ensure", "present".into())];
    assert_eq!(apply("a`b; DROP", &modern), ["ensure: created"]);
    let created = "CREATE DATABASE IF NOT EXISTS `a``b; DROP` CHARACTER SET utf8mb4 COLLATE utf8mb4_bin";
    assert_eq!(statements(&ran), [created]);
    let changes =
        ["charset: charset changed 'latin1' to 'utf8mb4'", "collate: collate changed 'latin1_bin' to 'utf8mb4_bin'"];
    assert_eq!(apply("ü `x`", &modern), changes);
    assert_eq!(statements(&ran), ["ALTER DATABASE `ü ``x``` CHARACTER SET utf8mb4 COLLATE utf8mb4_bin"]);
    assert_eq!(apply("ü `x`", &[("ensure", "absent".into())]), ["ensure: removed"]);
    assert_eq!(statements(&ran), ["DROP DATABASE IF EXISTS `ü ``x```"]);
    assert_eq!(apply("old", &[("ensure", "present".into())]), [""; 0], "utf8 is an alias of utf8mb3");
    let listed: Vec<String> = trial.instances().unwrap().into_iter().map(|found| found.title).collect();
    assert_eq!(listed, ["mysql", "old", "ü `x`"]);
}

#[test]
fn plugins_are_installed_replaced_and_removed() {
    let (machine, ran) = machine(|sql| printed(if sql.contains("SHOW") { PLUGINS } else { "" }));
    let mut trial: ProviderTest<Plugins> = ProviderTest::new::<Component>(&machine, "mysql");
    let mut apply = |title: &str, attributes: &[(&str, Value)]| {
        let wanted = trial.want(title, attributes).unwrap();
        trial.apply(&wanted)
    };
    assert_eq!(apply("new", &[("ensure", "present".into())]), ["ensure: created"]);
    assert_eq!(statements(&ran), ["INSTALL PLUGIN `new` SONAME 'new.so'"]);
    assert_eq!(apply("auth_pam", &[("soname", "auth_pam.so".into())]), [""; 0]);
    let messages = apply("auth_pam", &[("soname", "other.so".into())]);
    assert_eq!(messages, ["soname: soname changed 'auth_pam.so' to 'other.so'"]);
    assert_eq!(statements(&ran), ["UNINSTALL PLUGIN `auth_pam`", "INSTALL PLUGIN `auth_pam` SONAME 'other.so'"]);
    assert_eq!(apply("auth_pam", &[("ensure", "absent".into())]), ["ensure: removed"]);
    assert_eq!(statements(&ran), ["UNINSTALL PLUGIN `auth_pam`"]);
    assert_eq!(trial.instances().unwrap().len(), 2);
}

#[test]
fn failing_statement_is_reported() {
    let (machine, _) = machine(|sql| match sql.contains("SCHEMATA") {
        true => printed(DATABASES),
        false => failed("", "ERROR 1044 (42000) at line 1: Access denied\n"),
    });
    let mut trial: ProviderTest<Databases> = ProviderTest::new::<Component>(&machine, "mysql");
    let wanted = trial.want("new", &[("ensure", "present".into())]).unwrap();
    let fault = "Execution of 'mysql' returned 1: ERROR 1044 (42000) at line 1: Access denied";
    assert_eq!(trial.apply(&wanted), [format!("ensure: change from 'absent' to 'present' failed: {fault}")]);
    let (machine, _) = super::machine(|_| timed_out());
    let mut trial: ProviderTest<Databases> = ProviderTest::new::<Component>(&machine, "mysql");
    assert_eq!(trial.apply(&wanted), ["Could not evaluate: Command exceeded timeout"]);
    assert!(trial.instances().is_err());
}
