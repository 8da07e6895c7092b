//! Functions of the module extlib, one file each. They are available without the module, but use types of stdlib.

mod cache_data;
mod cidr_to_netmask;
mod cidr_to_network;
mod compare_ip;
mod default_content;
mod echo;
mod get_ip_in_cidr;
mod has_module;
mod ip_to_cron;
mod ip_to_reverse;
mod is_in_cidr;
mod last_in_cidr;
mod netmask_to_cidr;
mod random_password;
mod resources_deep_merge;
mod sort_by_version;
mod sort_hash_deep;
mod to_ini;

use erb::IpAddress;
use value::EvalError;

use crate::evaluator::{Function, FunctionCall};

/// The functions of the module, sorted by name.
pub(crate) static TABLE: &[&Function] = &[
    &cache_data::FUNCTION,
    &cidr_to_netmask::FUNCTION,
    &cidr_to_network::FUNCTION,
    &compare_ip::FUNCTION,
    &default_content::FUNCTION,
    &echo::FUNCTION,
    &get_ip_in_cidr::FUNCTION,
    &has_module::FUNCTION,
    &ip_to_cron::FUNCTION,
    &ip_to_reverse::FUNCTION,
    &is_in_cidr::FUNCTION,
    &last_in_cidr::FUNCTION,
    &netmask_to_cidr::FUNCTION,
    &random_password::FUNCTION,
    &resources_deep_merge::FUNCTION,
    &sort_by_version::FUNCTION,
    &sort_hash_deep::FUNCTION,
    &to_ini::FUNCTION,
];

/// Parses an argument as an IP address or network.
///
/// # Errors
/// Returns the error of Ruby's `IPAddr`.
fn address(call: &FunctionCall<'_, '_>, index: usize) -> Result<IpAddress, EvalError> {
    parsed(call.text(index))
}

fn parsed(text: &str) -> Result<IpAddress, EvalError> {
    IpAddress::parse(text).map_err(|fault| EvalError::new(fault.message))
}
