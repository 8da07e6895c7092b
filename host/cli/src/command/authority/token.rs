//! `ca token`: one-time tokens, with which a node receives a certificate at once.

use std::time::Duration;

use anyhow::{Result, anyhow};
use catalog::Level;
use engine::Settings;
use engine::settings::types::SettingType as _;
use identity::{Token, TokenOptions};
use serde_json::{Value as Json, json};

use crate::args::{TokenCommand, TokenCreate};
use crate::console::Console;

use super::open;

/// Runs a `ca token` command.
pub(super) fn run(command: &TokenCommand, settings: &Settings, console: &mut Console) -> Result<()> {
    match command {
        TokenCommand::Create(arguments) => create(arguments, settings, console),
        TokenCommand::List(_) => list(settings, console),
        TokenCommand::Revoke(arguments) => {
            let authority = open(settings)?;
            for id in &arguments.ids {
                authority.revoke_token(id)?;
                console.log(Level::Notice, "", &format!("Revoked token {id}"));
            }
            Ok(())
        }
    }
}

fn create(arguments: &TokenCreate, settings: &Settings, console: &mut Console) -> Result<()> {
    let ttl = <Option<Duration>>::parse("ttl", &arguments.ttl)?;
    let ttl = ttl.filter(|ttl| !ttl.is_zero()).ok_or_else(|| anyhow!("A token needs a time after which it expires"))?;
    let text = open(settings)?.create_token(&TokenOptions { names: arguments.names.clone(), ttl })?;
    match console.is_structured() {
        true => console.print_data(&json!({ "token": text, "certname": arguments.names })),
        false => console.print(&format!("{text}\n")),
    }
    Ok(())
}

fn list(settings: &Settings, console: &mut Console) -> Result<()> {
    let tokens = open(settings)?.tokens()?;
    match console.is_structured() {
        true => console.print_data(&Json::Array(tokens.iter().map(as_json).collect())),
        false if tokens.is_empty() => console.print("No tokens\n"),
        false => console.print(&tokens.iter().map(as_line).collect::<String>()),
    }
    Ok(())
}

fn as_json(token: &Token) -> Json {
    json!({ "id": token.id, "certname": token.names, "expires": token.expires.to_string() })
}

fn as_line(token: &Token) -> String {
    format!("{}  until {}  {}\n", token.id, token.expires.strftime("%F %T UTC"), token.names)
}
