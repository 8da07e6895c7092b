//! Tests of `mysql_grant`.

use marotte_sdk::Value;
use marotte_sdk::fake::{FakeSystem, ProviderTest};
use marotte_sdk::system::Output;

use super::{Commands, failed, machine, printed, sql, statements};
use crate::{Component, Grants};

/// Output of MariaDB 10.11 on Debian 12.
const GRANTS: &str = "Grants for app@localhost\n\
    GRANT USAGE ON *.* TO `app`@`localhost` IDENTIFIED BY PASSWORD '*AAAA'\n\
    GRANT SELECT, INSERT ON `app`.* TO `app`@`localhost`\n\
    GRANT ALL PRIVILEGES ON `my\\\\_app`.`t` TO `app`@`localhost` WITH GRANT OPTION\n\
    GRANT EXECUTE ON FUNCTION `app`.`f` TO `app`@`localhost`\n\
    GRANT PROXY ON 'boss'@'%' TO 'app'@'localhost'\n";

const MISSING: &str = "ERROR 1141 (42000) at line 1: There is no such grant defined for user 'new' on host 'h'\n";

fn answer(sql: &str) -> marotte_sdk::Result<Output> {
    match sql {
        "SELECT User, Host FROM mysql.user;\n" => printed("User\tHost\napp\tlocalhost\nnew\th\n"),
        _ if sql.contains("SHOW GRANTS FOR 'app'@'localhost'") => failed(GRANTS, MISSING),
        _ if sql.contains("SHOW GRANTS") => failed("", MISSING),
        _ => printed(""),
    }
}

fn open() -> (FakeSystem, Commands, ProviderTest<Grants>) {
    let (machine, ran) = machine(answer);
    let trial = ProviderTest::new::<Component>(&machine, "mysql");
    (machine, ran, trial)
}

fn apply(trial: &mut ProviderTest<Grants>, user: &str, table: &str, attributes: &[(&str, Value)]) -> Vec<String> {
    let title = format!("{user}/{table}");
    let identity = [("user", user.into()), ("table", table.into())];
    let wanted = trial.prepare(&title, &[&identity, attributes].concat()).unwrap();
    trial.apply(&wanted)
}

#[test]
fn grant_is_created_changed_and_revoked() {
    let (_, ran, mut trial) = open();
    let new = [("ensure", "present".into()), ("privileges", vec!["select", "UPDATE(b,a)"].into())];
    assert_eq!(apply(&mut trial, "new@h", "a b.t;", &new), ["ensure: created"]);
    let given = "GRANT SELECT, UPDATE (a, b) ON `a b`.`t;` TO 'new'@'h'";
    assert_eq!(statements(&ran), [given, "FLUSH PRIVILEGES"]);
    let other = [("privileges", vec!["INSERT", "DELETE"].into())];
    let messages = apply(&mut trial, "app@localhost", "app.*", &other);
    assert_eq!(messages, ["privileges: privileges changed ['INSERT', 'SELECT'] to ['DELETE', 'INSERT']"]);
    let changed = ["REVOKE SELECT ON `app`.* FROM 'app'@'localhost'", "GRANT DELETE ON `app`.* TO 'app'@'localhost'"];
    assert_eq!(statements(&ran)[..2], changed);
    assert_eq!(apply(&mut trial, "app@localhost", "app.*", &[("ensure", "absent".into())]), ["ensure: removed"]);
    let removed = [
        "REVOKE GRANT OPTION ON `app`.* FROM 'app'@'localhost'",
        "REVOKE ALL PRIVILEGES ON `app`.* FROM 'app'@'localhost'",
    ];
    assert_eq!(statements(&ran)[..2], removed);
}

#[test]
fn all_privileges_replace_others() {
    let (_, ran, mut trial) = open();
    let all = [("privileges", vec!["ALL", "SELECT"].into()), ("options", vec!["GRANT"].into())];
    assert_eq!(apply(&mut trial, "app@localhost", "my\\_app.t", &all), [""; 0]);
    apply(&mut trial, "app@localhost", "app.*", &[("privileges", vec!["ALL PRIVILEGES"].into())]);
    assert_eq!(statements(&ran)[0], "GRANT ALL PRIVILEGES ON `app`.* TO 'app'@'localhost'");
    apply(&mut trial, "app@localhost", "my\\_app.t", &[("privileges", vec!["SELECT"].into())]);
    let less = [
        "REVOKE GRANT OPTION ON `my\\_app`.`t` FROM 'app'@'localhost'",
        "REVOKE ALL PRIVILEGES ON `my\\_app`.`t` FROM 'app'@'localhost'",
        "GRANT SELECT ON `my\\_app`.`t` TO 'app'@'localhost' WITH GRANT OPTION",
    ];
    assert_eq!(statements(&ran)[..3], less);
}

#[test]
fn grant_option_is_an_option() {
    let (_, ran, mut trial) = open();
    assert_eq!(apply(&mut trial, "app@localhost", "app.*", &[("options", vec!["NONE"].into())]), [""; 0]);
    apply(&mut trial, "app@localhost", "app.*", &[("options", vec!["GRANT"].into())]);
    assert_eq!(statements(&ran)[0], "GRANT INSERT, SELECT ON `app`.* TO 'app'@'localhost' WITH GRANT OPTION");
    apply(&mut trial, "app@localhost", "my\\_app.t", &[("options", vec!["NONE"].into())]);
    assert_eq!(statements(&ran)[0], "REVOKE GRANT OPTION ON `my\\_app`.`t` FROM 'app'@'localhost'");
}

#[test]
fn functions_and_proxied_users_can_be_objects() {
    let (_, ran, mut trial) = open();
    let execute = [("privileges", vec!["EXECUTE"].into())];
    assert_eq!(apply(&mut trial, "app@localhost", "FUNCTION app.f", &execute), [""; 0]);
    let proxy = [("ensure", "present".into()), ("privileges", vec!["PROXY"].into())];
    assert_eq!(apply(&mut trial, "app@localhost", "boss@%", &proxy), [""; 0]);
    apply(&mut trial, "new@h", "boss@%", &proxy);
    assert_eq!(statements(&ran)[0], "GRANT PROXY ON 'boss'@'%' TO 'new'@'h'");
    apply(&mut trial, "app@localhost", "boss@%", &[("ensure", "absent".into())]);
    assert_eq!(statements(&ran), ["REVOKE PROXY ON 'boss'@'%' FROM 'app'@'localhost'", "FLUSH PRIVILEGES"]);
}

#[test]
fn grants_are_read_with_one_or_two_queries() {
    let (_, ran, mut trial) = open();
    let listed: Vec<String> = trial.instances().unwrap().into_iter().map(|found| found.title).collect();
    let names = [
        "app@localhost/*.*",
        "app@localhost/FUNCTION app.f",
        "app@localhost/app.*",
        "app@localhost/boss@%",
        "app@localhost/my\\_app.t",
    ];
    assert_eq!(listed, names);
    assert_eq!(ran.log().len(), 2);
    assert_eq!(sql(&ran.log()[1]), "SHOW GRANTS FOR 'app'@'localhost';\nSHOW GRANTS FOR 'new'@'h';\n");
    apply(&mut trial, "new@h", "x.*", &[("ensure", "absent".into())]);
    assert_eq!((ran.log().len(), sql(&ran.log()[2])), (3, "SHOW GRANTS FOR 'new'@'h';\n".to_owned()));
}

#[test]
fn static_and_dynamic_privileges_are_one_grant() {
    let (machine, _) = machine(|_| {
        printed(
            "GRANT SELECT, RELOAD ON *.* TO `root`@`localhost` WITH GRANT OPTION\nGRANT XA_RECOVER_ADMIN ON *.* TO \
              `root`@`localhost` WITH GRANT OPTION\n",
        )
    });
    let mut trial: ProviderTest<Grants> = ProviderTest::new::<Component>(&machine, "mysql");
    let all = [("privileges", vec!["XA_RECOVER_ADMIN", "RELOAD", "SELECT"].into())];
    assert_eq!(apply(&mut trial, "root@localhost", "*.*", &all), [""; 0]);
}

#[test]
fn other_errors_are_reported() {
    let (machine, _) = machine(|_| failed("", "ERROR 1045 (28000): Access denied for user 'root'@'localhost'\n"));
    let mut trial: ProviderTest<Grants> = ProviderTest::new::<Component>(&machine, "mysql");
    let messages = apply(&mut trial, "a@h", "*.*", &[("ensure", "absent".into())]);
    let fault = "#mysql had an error ->  ERROR 1045 (28000): Access denied for user 'root'@'localhost'";
    assert_eq!(messages, [format!("Could not evaluate: {fault}")]);
}

#[test]
fn invalid_values_are_rejected_with_puppets_messages() {
    let (_, _, trial) = open();
    let refusal = |attributes: &[(&str, Value)]| {
        trial.prepare("a@h/x.*", &[&[("ensure", "present".into())], attributes].concat()).err().unwrap().message
    };
    let (user, table) = (("user", Value::from("a@h")), ("table", Value::from("x.*")));
    let select = ("privileges", Value::from(vec!["SELECT"]));
    assert_eq!(refusal(&[]), "`privileges` `parameter` is required.");
    assert_eq!(refusal(&[("privileges", vec!["GRANT"].into())]), "`privileges` `parameter` is required.");
    assert_eq!(refusal(std::slice::from_ref(&select)), "`table` `parameter` is required.");
    assert_eq!(refusal(&[select.clone(), table.clone()]), "`user` `parameter` is required.");
    let named = refusal(&[select.clone(), ("table", "y.*".into()), user.clone()]);
    assert_eq!(named, "`name` `parameter` must match user@host/table format.");
    let several = [("privileges", vec!["PROXY", "SELECT"].into()), user.clone(), ("table", "b@h".into())];
    assert_eq!(refusal(&several), "`privileges` `parameter`: PROXY can only be specified by itself.");
    let proxy = [("privileges", vec!["PROXY"].into()), user, table];
    assert_eq!(refusal(&proxy), "`table` `property` for PROXY should be specified as proxy_user@proxy_host.");
    let place = refusal(&[select, ("table", "nowhere".into())]);
    assert_eq!(place, "Invalid value \"nowhere\". Valid values match /.*\\..*/.");
    assert_eq!(refusal(&[("user", "nobody".into())]), "Invalid database user nobody.");
}
