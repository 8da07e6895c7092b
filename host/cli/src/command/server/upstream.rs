//! The upstream server of the flags and settings.

use anyhow::{Context as _, Result, bail};
use engine::Settings;
use server::{UpstreamOptions, UpstreamRole};

use crate::args;

/// Returns the upstream server of the flags, otherwise that of the settings.
///
/// # Errors
/// Returns an error if there are two, or its address is not valid.
pub(super) fn of(settings: &Settings, arguments: &args::Server) -> Result<Option<UpstreamOptions>> {
    let given = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    let of_flags = (arguments.fallback.clone(), arguments.shadow.clone());
    let chosen = match of_flags {
        (None, None) => (given(&settings.fallback_server), given(&settings.shadow_server)),
        of_flags => of_flags,
    };
    let (role, text) = match chosen {
        (None, None) => return Ok(None),
        (Some(text), None) => (UpstreamRole::Fallback, text),
        (None, Some(text)) => (UpstreamRole::Shadow, text),
        (Some(_), Some(_)) => {
            bail!(
                "The settings fallback_server and shadow_server exclude each other: the server in shadow_server answers all requests"
            )
        }
    };
    let address = text.parse().context("The address of the upstream server is not valid")?;
    Ok(Some(UpstreamOptions::new(settings, role, address)))
}

/// Returns a message about the upstream server.
pub(super) fn description(upstream: &UpstreamOptions) -> String {
    let address = &upstream.address;
    match upstream.role {
        UpstreamRole::Fallback => format!("{address} compiles the catalogs that need Ruby code which cannot run here"),
        UpstreamRole::Shadow => {
            format!("{address} answers all agents; its catalogs are compared with those of this server")
        }
    }
}
