//! Requests to a broker with `rabbitmqadmin`. User and password are passed in a temporary file that only its
//! owner can read: command arguments are visible to all users.

use marotte_sdk::json;
use marotte_sdk::prelude::*;

use crate::ctl;

/// Settings file of the administrator: the address of the broker and connection options.
const SETTINGS: &str = "/etc/rabbitmq/rabbitmqadmin.conf";

/// The section of the settings that applies.
const SECTION: &str = "[default]";

/// Runs `rabbitmqadmin` for a virtual host with the credentials of a user.
///
/// # Errors
/// Returns an error if the command fails.
pub(crate) fn order<R: Resource>(
    system: &impl WriteSystem,
    row: &Row<R>,
    vhost: &str,
    account: (&str, &Text),
    words: &[String],
) -> Result<()> {
    let settings = system.find_text(&row.place(SETTINGS), 1 << 20)?.unwrap_or_default();
    let (user, password) = account;
    let password = match password {
        Text::Clear(password) => password.clone(),
        Text::Secret(secret) => system.reveal(*secret)?,
    };
    let settings = with_account(&settings, user, &password).map_err(Error::invalid)?;
    let attrs = Attrs { mode: Some(0o600), ..Attrs::default() };
    let file = system.stage(None, &vec![settings.as_str().into()], &attrs)?;
    let path = file.path();
    let words = words.iter().map(String::as_str);
    let words: Vec<&str> = ["-c", &path, "--vhost", vhost].into_iter().chain(words).collect();
    ctl::run(system, &Command { row: row.id(), ..ctl::command("rabbitmqadmin", &words) })
}

/// Returns the command argument with the arguments of a new object.
///
/// # Errors
/// Returns an error if the arguments cannot be represented in JSON.
pub(crate) fn arguments(arguments: Option<&Value>) -> Result<String> {
    let none = Value::Hash(Vec::new());
    json::compact(arguments.unwrap_or(&none)).map(|arguments| format!("arguments={arguments}"))
}

/// Sets user and password in the settings, replacing previous ones.
fn with_account(settings: &str, user: &str, password: &str) -> Result<String, String> {
    let mut lines: Vec<String> = Vec::new();
    let mut is_own = false;
    let mut is_there = false;
    let own = [("username", user), ("password", password)];
    if own.iter().any(|(_, value)| value.contains(['\n', '\r'])) {
        return Err("user and password must not contain newlines".to_owned());
    }
    // A percent sign has a special meaning in the settings file.
    let own = own.map(|(name, value)| format!("{name} = {}", value.replace('%', "%%")));
    for line in settings.lines() {
        let name = line.split(['=', ':']).next().unwrap_or_default().trim();
        if line.trim_start().starts_with('[') {
            is_own = line.trim() == SECTION;
        } else if is_own && matches!(name, "username" | "password") {
            continue;
        }
        lines.push(line.to_owned());
        if line.trim() == SECTION {
            is_there = true;
            lines.extend(own.clone());
        }
    }
    if !is_there {
        lines.push(SECTION.to_owned());
        lines.extend(own);
    }
    Ok(lines.into_iter().map(|line| line + "\n").collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_in_the_settings_are_replaced() {
        let settings = "[other]\nusername = x\n[default]\nhostname = h\nusername: old\npassword=old\nport = 1\n";
        let with = "[other]\nusername = x\n[default]\nusername = me\npassword = 100%%\nhostname = h\nport = 1\n";
        assert_eq!(with_account(settings, "me", "100%").unwrap(), with);
        assert_eq!(with_account("", "me", "x").unwrap(), "[default]\nusername = me\npassword = x\n");
        assert!(with_account("", "me", "x\n[other]").is_err());
    }
}
