//! Tests of `mysql_user`.

use marotte_sdk::Value;
use marotte_sdk::fake::{FakeSystem, FileNode, ProviderTest};
use marotte_sdk::system::Output;

use super::{Commands, failed, machine, printed, sql, statements, timed_out};
use crate::{Component, Users};

/// Relevant columns in the names and order of MariaDB 10.11 on Debian 12.
const MARIADB: &str = "version\n10.11.19-MariaDB-0+deb12u1\nHost\tUser\tPassword\tssl_type\tssl_cipher\tx509_issuer\t\
    x509_subject\tmax_questions\tmax_updates\tmax_connections\tmax_user_connections\tplugin\tauthentication_string\n\
    localhost\tapp\t*AAAA\t\t\t\t\t3\t4\t2\t1\tmysql_native_password\t*AAAA\n\
    %\ta b@c\t\tSPECIFIED\tX\t\t/CN=it's me\t0\t0\t0\t0\tmysql_native_password\t\n";

/// The same output of MySQL 5.5, which stores the hash in another column.
const MYSQL5: &str = "version\n5.5.62-log\nHost\tUser\tPassword\tssl_type\tssl_cipher\tx509_issuer\tx509_subject\t\
    max_questions\tmax_updates\tmax_connections\tmax_user_connections\tplugin\tauthentication_string\n\
    localhost\tapp\t*AAAA\tANY\t\t\t\t0\t0\t0\t0\t\tNULL\n";

fn open(answer: &'static str) -> (FakeSystem, Commands, ProviderTest<Users>) {
    let (machine, ran) = machine(move |sql| {
        if sql.contains("mysql.user\n") || sql.contains("FROM mysql.user;") { printed(answer) } else { printed("") }
    });
    let trial = ProviderTest::new::<Component>(&machine, "mysql");
    (machine, ran, trial)
}

fn apply(trial: &mut ProviderTest<Users>, title: &str, attributes: &[(&str, Value)]) -> Vec<String> {
    let wanted = trial.prepare(title, attributes).unwrap();
    trial.apply(&wanted)
}

fn present(attributes: &[(&'static str, Value)]) -> Vec<(&'static str, Value)> {
    [&[("ensure", "present".into())], attributes].concat()
}

#[test]
fn user_is_created_with_all_attributes() {
    let (_, ran, mut trial) = open(MARIADB);
    assert_eq!(apply(&mut trial, "new@H", &present(&[("password_hash", "*BB".into())])), ["ensure: created"]);
    let made = [
        "CREATE USER IF NOT EXISTS 'new'@'h' IDENTIFIED WITH 'mysql_native_password' AS '*BB'",
        "ALTER USER 'new'@'h' WITH MAX_USER_CONNECTIONS 0 MAX_CONNECTIONS_PER_HOUR 0 MAX_QUERIES_PER_HOUR 0 \
         MAX_UPDATES_PER_HOUR 0",
        "ALTER USER 'new'@'h' REQUIRE NONE",
    ];
    assert_eq!(statements(&ran), made);
    let attributes = present(&[
        ("plugin", "ed25519".into()),
        ("password_hash", "it's\\".into()),
        ("max_user_connections", Value::Integer(1)),
        ("max_connections_per_hour", "2".into()),
        ("max_queries_per_hour", "3".into()),
        ("max_updates_per_hour", "4".into()),
        ("tls_options", vec!["issuer '/CN=x'", "CIPHER y"].into()),
    ]);
    assert_eq!(apply(&mut trial, "new'; x@%", &attributes), ["ensure: created"]);
    let made = [
        "CREATE USER 'new''; x'@'%' IDENTIFIED WITH 'ed25519' AS 'it''s\\\\'",
        "ALTER USER 'new''; x'@'%' WITH MAX_USER_CONNECTIONS 1 MAX_CONNECTIONS_PER_HOUR 2 MAX_QUERIES_PER_HOUR 3 \
         MAX_UPDATES_PER_HOUR 4",
        "ALTER USER 'new''; x'@'%' REQUIRE ISSUER '/CN=x' AND CIPHER 'y'",
    ];
    assert_eq!(statements(&ran), made);
}

#[test]
fn older_servers_use_their_own_syntax() {
    let (_, ran, mut trial) = open(MYSQL5);
    assert_eq!(apply(&mut trial, "new@h", &present(&[("password_hash", "*BB".into())])), ["ensure: created"]);
    let made = [
        "CREATE USER 'new'@'h' IDENTIFIED BY PASSWORD '*BB'",
        "GRANT USAGE ON *.* TO 'new'@'h' WITH MAX_USER_CONNECTIONS 0 MAX_CONNECTIONS_PER_HOUR 0 MAX_QUERIES_PER_HOUR 0 \
         MAX_UPDATES_PER_HOUR 0",
        "GRANT USAGE ON *.* TO 'new'@'h' REQUIRE NONE",
    ];
    assert_eq!(statements(&ran), made);
    let same = [("password_hash", "*AAAA".into()), ("tls_options", vec!["SSL"].into())];
    assert_eq!(apply(&mut trial, "app@localhost", &same), [""; 0]);
    apply(&mut trial, "app@localhost", &[("password_hash", "*BB".into())]);
    assert_eq!(statements(&ran), ["SET PASSWORD FOR 'app'@'localhost' = '*BB'"]);
    apply(&mut trial, "app@localhost", &[("plugin", "x".into())]);
    let update = "UPDATE mysql.user SET plugin = 'x', password = '' WHERE user = 'app' AND host = 'localhost'";
    assert_eq!(statements(&ran), [update, "FLUSH PRIVILEGES"]);
    apply(&mut trial, "app@localhost", &[("ensure", "absent".into())]);
    assert_eq!(statements(&ran), ["DROP USER 'app'@'localhost'"]);
}

#[test]
fn only_differing_attributes_are_changed() {
    let (_, ran, mut trial) = open(MARIADB);
    let same = [
        ("password_hash", "*AAAA".into()),
        ("plugin", "mysql_native_password".into()),
        ("max_user_connections", Value::Integer(1)),
        ("max_connections_per_hour", "2".into()),
        ("max_queries_per_hour", "3".into()),
        ("max_updates_per_hour", Value::Integer(4)),
        ("tls_options", vec!["NONE"].into()),
    ];
    assert_eq!(apply(&mut trial, "app@localhost", &same), [""; 0]);
    let specified = vec!["SUBJECT '/CN=it's me'", "CIPHER X"];
    assert_eq!(apply(&mut trial, "a b@c@%", &[("tls_options", specified.into())]).len(), 1, "in another order");
    assert_eq!(statements(&ran), ["ALTER USER 'a b@c'@'%' REQUIRE SUBJECT '/CN=it''s me' AND CIPHER 'X'"]);
    let messages = apply(&mut trial, "app@localhost", &[("max_queries_per_hour", "9".into())]);
    assert_eq!(messages, ["max_queries_per_hour: max_queries_per_hour changed '3' to '9'"]);
    assert_eq!(statements(&ran), ["ALTER USER 'app'@'localhost' WITH MAX_QUERIES_PER_HOUR 9"]);
    let other = [("plugin", "ed25519".into()), ("password_hash", "x".into())];
    assert_eq!(apply(&mut trial, "app@localhost", &other).len(), 2);
    assert_eq!(statements(&ran), ["ALTER USER 'app'@'localhost' IDENTIFIED WITH 'ed25519' AS 'x'"]);
    assert_eq!(apply(&mut trial, "app@localhost", &[("ensure", "absent".into())]), ["ensure: removed"]);
    assert_eq!(statements(&ran), ["DROP USER IF EXISTS 'app'@'localhost'"]);
}

#[test]
fn password_hashes_are_redacted() {
    let (machine, ran, mut trial) = open(MARIADB);
    let wanted = trial.prepare("app@localhost", &[("password_hash", "*BB".into())]).unwrap();
    let noop =
        "password_hash: current_value [old password hash redacted], should be [new password hash redacted] (noop)";
    assert_eq!(trial.noop(&wanted), [noop]);
    assert_eq!(trial.apply(&wanted), ["password_hash: changed password"]);
    assert_eq!(statements(&ran), ["ALTER USER 'app'@'localhost' IDENTIFIED WITH 'mysql_native_password' AS '*BB'"]);
    let secret = machine.secret("*CC");
    apply(&mut trial, "app@localhost", &[("password_hash", Value::Secret(secret))]);
    let sql = format!(
        "ALTER USER 'app'@'localhost' IDENTIFIED WITH 'mysql_native_password' AS '<secret {} as Form::SqlString>'",
        secret.token()
    );
    assert_eq!(statements(&ran), [sql]);
    assert!(ran.log().iter().all(|command| command.args.iter().all(|word| word.starts_with("--"))));
    let fault = "failed: Only mysql_native_password (*ABCD...XXX) hashes are supported.";
    assert!(apply(&mut trial, "app@localhost", &[("password_hash", "plain".into())])[0].ends_with(fault));
}

#[test]
fn all_users_are_read_with_one_query() {
    let (_, ran, mut trial) = open(MARIADB);
    let listed: Vec<_> =
        trial.instances().unwrap().into_iter().map(|found| (found.title, found.is.tls_options)).collect();
    let tls = |options: &[&str]| Some(options.iter().map(|option| (*option).to_owned()).collect::<Vec<_>>());
    let expected = [
        ("app@localhost".to_owned(), tls(&["NONE"])),
        ("a b@c@%".to_owned(), tls(&["CIPHER X", "SUBJECT /CN=it's me"])),
    ];
    assert_eq!(listed, expected);
    assert_eq!(ran.log().len(), 1);
    assert_eq!(ran.log()[0].args, ["--batch", "--default-character-set=utf8mb4"]);
    assert_eq!(sql(&ran.log()[0]), "SELECT VERSION() AS version;\nSELECT * FROM mysql.user;\n");
}

#[test]
fn connection_settings_of_root_are_used_if_they_exist() {
    let (machine, ran, mut trial) = open(MARIADB);
    machine.put("/root/.my.cnf", FileNode::file("[client]\n"));
    apply(&mut trial, "app@localhost", &[("ensure", "present".into())]);
    assert_eq!(ran.log()[0].args[0], "--defaults-extra-file=/root/.my.cnf");
    machine.put("/root/.mylogin.cnf", FileNode::file(""));
    apply(&mut trial, "app@localhost", &[("ensure", "present".into())]);
    let last = ran.log().last().cloned().unwrap();
    assert_eq!(last.args[0], "--batch");
    assert_eq!(last.env, [("MYSQL_TEST_LOGIN_FILE".to_owned(), vec!["/root/.mylogin.cnf".into()])]);
}

#[test]
fn invalid_values_are_rejected_with_puppets_messages() {
    let (_, _, trial) = open(MARIADB);
    let refusal = |title: &str, attributes: &[(&str, Value)]| trial.prepare(title, attributes).err().unwrap().message;
    assert_eq!(refusal("nobody", &[]), "Invalid database user nobody.");
    let several = "`tls_options` `property`: The values NONE, SSL and X509 cannot be used with other options, you may only \
                   pick one of them.";
    assert_eq!(refusal("a@h", &[("tls_options", vec!["SSL", "CIPHER x"].into())]), several);
    assert_eq!(refusal("a@h", &[("tls_options", vec!["what ever"].into())]), "Invalid tls option what ever.");
}

#[test]
fn failing_server_is_an_error_of_its_resources() {
    let fails = |answer: fn() -> marotte_sdk::Result<Output>| {
        let (machine, _) = machine(move |_| answer());
        let mut trial: ProviderTest<Users> = ProviderTest::new::<Component>(&machine, "mysql");
        apply(&mut trial, "a@h", &[("ensure", "present".into())]).remove(0)
    };
    let down = "Could not evaluate: Execution of 'mysql' returned 1: ERROR 2002 (HY000): Can't connect";
    assert_eq!(fails(|| failed("", "ERROR 2002 (HY000): Can't connect\n")), down);
    assert_eq!(fails(timed_out), "Could not evaluate: Command exceeded timeout");
    assert_eq!(fails(|| printed("garbage\n")), "Could not evaluate: cannot parse the version of the server: garbage\n");
    let columns = "version\n10.11.0-MariaDB\nHost\tUser\nh\ta\n";
    let (machine, _) = machine(move |_| printed(columns));
    let mut trial: ProviderTest<Users> = ProviderTest::new::<Component>(&machine, "mysql");
    let fault = "Could not evaluate: the result has no column 'authentication_string'";
    assert_eq!(apply(&mut trial, "a@h", &[("ensure", "present".into())]), [fault]);
}
