//! Tests of valid values and of the messages for invalid values.

use super::{Site, texts};

fn line(attribute: &str, value: marotte_sdk::Value) -> String {
    let mut site = Site::new(&[]);
    site.apply("x", &[("command", "c".into()), (attribute, value)]);
    site.text("root").lines().last().unwrap_or_default().to_owned()
}

#[test]
fn times_are_canonicalized() {
    assert_eq!(line("weekday", "Sunday".into()), "* * * * 0 c");
    assert_eq!(line("weekday", texts(&["mon", "WED", "7"])), "* * * * 1,3,7 c");
    assert_eq!(line("month", texts(&["jan", "December"])), "* * * 1,12 * c");
    assert_eq!(line("minute", "05".into()), "05 * * * * c");
    assert_eq!(line("minute", texts(&["0-10/2", "*/7", "50-55"])), "0-10/2,*/7,50-55 * * * * c");
    assert_eq!(line("monthday", 31.into()), "* * 31 * * c");
    assert_eq!(line("hour", "*".into()), "* * * * * c");
    assert_eq!(line("hour", "absent".into()), "* * * * * c");
}

#[test]
fn invalid_times_are_rejected() {
    let site = Site::new(&[]);
    let refused = |attribute: &str, value: marotte_sdk::Value| site.refusal(&[(attribute, value)]);
    assert_eq!(refused("minute", 60.into()), "60 is not a valid minute");
    assert_eq!(refused("hour", "24".into()), "24 is not a valid hour");
    assert_eq!(refused("monthday", 0.into()), "0 is not a valid monthday");
    assert_eq!(refused("month", "0".into()), "0 is not a valid month");
    assert_eq!(refused("month", "janu".into()), "janu is not a valid month");
    assert_eq!(refused("weekday", "8".into()), "8 is not a valid weekday");
    assert_eq!(refused("weekday", texts(&["mon", "x"])), "x is not a valid weekday");
    assert_eq!(refused("hour", "1,2".into()), "1,2 is not a valid hour");
    assert_eq!(refused("hour", "Mon".into()), "Mon is not a valid hour");
    assert_eq!(refused("hour", "".into()), " is not a valid hour");
}

#[test]
fn special_schedule_excludes_times() {
    let site = Site::new(&[]);
    assert_eq!(site.refusal(&[("special", "fortnightly".into())]), "Invalid special schedule \"fortnightly\"");
    let both = [("special", "daily".into()), ("hour", 3.into())];
    assert_eq!(site.refusal(&both), "Cron[x] cannot specify both a special schedule and a value for hour");
    assert_eq!(site.refusal(&[("special", "daily".into()), ("hour", "absent".into())]), "");
}

#[test]
fn environment_setting_without_a_name_is_rejected() {
    let site = Site::new(&[]);
    assert_eq!(site.refusal(&[("environment", "nothing".into())]), "Invalid environment setting \"nothing\"");
    assert_eq!(site.refusal(&[("environment", texts(&["A=1", "a b=2"]))]), "Invalid environment setting \"a b=2\"");
    assert_eq!(site.refusal(&[("environment", " A = 1".into())]), "");
}

#[test]
fn line_breaks_are_rejected() {
    let site = Site::new(&[]);
    let says = |attributes: &[(&str, marotte_sdk::Value)], what: &str| {
        let refusal = site.refusal(attributes);
        assert!(refusal.starts_with(what) && refusal.ends_with("must not contain a line break"), "{refusal}");
    };
    says(&[("command", "/bin/a\n* * * * * root".into())], "the command");
    says(&[("environment", "A=1\n* * * * * root".into())], "the environment setting");
    says(&[("name", "a\n* * * * * root".into())], "the name");
}

#[test]
fn sensitive_command_is_rejected() {
    let site = Site::new(&[]);
    let secret = marotte_sdk::Value::Secret(site.machine.secret("hush"));
    assert!(site.refusal(&[("command", secret)]).starts_with("a crontab cannot contain a Sensitive command"));
}

#[test]
fn job_is_in_the_crontab_of_its_user() {
    let mut site = Site::new(&[]);
    let both = [("user", "web".into()), ("target", "root".into())];
    assert_eq!(site.refusal(&both), "the crontab 'root' does not belong to the user 'web'");
    site.apply("x", &[("command", "c".into()), ("target", "web".into())]);
    assert_eq!(site.text("web"), "# Puppet Name: x\n* * * * * c\n");
}
