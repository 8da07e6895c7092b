//! The provider of `x509_cert`.

use marotte_sdk::limits;
use marotte_sdk::prelude::*;

use crate::attributes::{Wanted, current, directory, sibling};
use crate::config::{Config, normal_names};
use crate::tool::{passin, pem, public_key, query, run};
use crate::{Ensure, X509Cert, X509CertAttribute, X509CertState};

/// The mode of a new certificate.
const MODE: u32 = 0o644;

/// The parts of a certificate that are not printed.
const OMITTED: &str = "no_header,no_version,no_serial,no_signame,no_validity,no_issuer,no_pubkey,no_sigdump,no_aux";

/// Provider for certificates.
#[derive(Debug, Default)]
pub struct Certificates;

impl Canonicalize for X509Cert {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        row.ensure = row.ensure.or_else(|| wanted(row).default_ensure());
        if row.ensure != Some(Ensure::Present) {
            return;
        }
        // Puppet: these have defaults, files next to the certificate. Here, only files that the resource names are granted.
        if row.template.is_none() {
            let message = format!("template is a required attribute, for example '{}'", sibling(&row.path, ".cnf"));
            problems.error(row, X509CertAttribute::Template, message);
        }
        if row.private_key.is_none() && (row.ca.is_none() || row.force.is_on()) {
            let message = format!("private_key is a required attribute, for example '{}'", sibling(&row.path, ".key"));
            problems.error(row, X509CertAttribute::PrivateKey, message);
        }
        if row.ca.is_some() && row.csr.is_none() {
            problems.error(row, X509CertAttribute::Ca, "'ca' requires 'csr'");
        }
        if row.ca.is_some() != row.cakey.is_some() {
            problems.error(row, X509CertAttribute::Cakey, "'ca' and 'cakey' require each other");
        }
    }
}

impl Relate for X509Cert {
    fn relate(row: &Row<Self>, _system: &impl System) -> Vec<Relation> {
        let key = row.private_key.as_deref().map(str::to_owned);
        let template = row.template.as_deref().map(str::to_owned);
        vec![
            Relation::require("ssl_pkey", key.iter().cloned().collect()),
            Relation::require("file", [template, key, Some(directory(&row.path))].into_iter().flatten().collect()),
        ]
    }
}

impl Provider for Certificates {
    type Resource = X509Cert;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<X509Cert>]) -> Vec<Result<State<X509Cert>>> {
        for_each_row(rows, |row| {
            let file = current(system, &row.place(&*row.path))?;
            let Some(file) = file else { return Ok(X509CertState::absent().into()) };
            // Puppet: a certificate that is to be replaced counts as missing.
            if row.ensure == Some(Ensure::Present) && !is_current(system, row)? {
                return Ok(X509CertState::absent().into());
            }
            let ensure = Some(Ensure::Present);
            Ok(X509CertState { ensure, owner: file.owner, group: file.group, mode: file.mode }.into())
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<X509Cert>,
        _is: &X509CertState,
        changed: &[X509CertAttribute],
    ) -> Result<Applied<X509CertAttribute>> {
        let ensure = row.ensure.filter(|_| changed.contains(&X509CertAttribute::Ensure));
        wanted(row).apply(system, &row.path, ensure, |system, file| generate(system, row, file))?;
        Ok(Applied::all())
    }
}

impl Refresh for Certificates {
    fn refresh(&mut self, system: &impl WriteSystem, row: &Row<X509Cert>) -> Result<()> {
        if row.ensure == Some(Ensure::Absent) {
            return Ok(());
        }
        wanted(row).create(system, &row.path, |system, file| generate(system, row, file))
    }
}

fn wanted(row: &X509Cert) -> Wanted<'_> {
    Wanted { owner: row.owner.as_deref(), group: row.group.as_deref(), mode: row.mode.as_ref(), new_mode: MODE }
}

fn template(system: &impl ReadSystem, row: &Row<X509Cert>) -> Result<Config> {
    let path = row.template.as_deref().unwrap_or_default();
    Ok(Config::parse(&system.read_lossy(&row.place(path), limits::CONFIG_FILE)?))
}

/// Returns the section with extensions: older releases of the module use another name.
fn section(config: &Config) -> &'static str {
    if !config.has_section("v3_req") && config.has_section("req_ext") { "req_ext" } else { "v3_req" }
}

/// Generates a certificate into a file.
fn generate(system: &impl WriteSystem, row: &Row<X509Cert>, path: &str) -> Result<()> {
    let config = template(system, row)?;
    let (key, template) = (row.private_key.as_deref().unwrap_or_default(), row.template.as_deref().unwrap_or_default());
    let days = row.days.as_str();
    let has_extensions = row.req_ext.is_on();
    let arguments = match (row.csr.as_deref(), row.ca.as_deref(), row.cakey.as_deref()) {
        (Some(csr), Some(ca), Some(cakey)) => {
            let request = ["x509", "-req", "-days", days, "-in", csr, "-out", path, "-CAcreateserial"];
            [&request[..], &["-CA", ca, "-CAkey", cakey, "-extfile", template]].concat()
        }
        (Some(csr), ..) => {
            let request = ["x509", "-req", "-days", days, "-in", csr, "-out", path, "-signkey", key];
            let file: &[&str] = if has_extensions { &["-extfile", template] } else { &[] };
            [&request[..], file].concat()
        }
        (None, ..) => {
            let request = ["req", "-new", "-batch", "-x509", "-config", template, "-days", days];
            [&request[..], &["-key", key, "-out", path]].concat()
        }
    };
    let password = row.cakey_password.as_ref().or(row.password.as_ref());
    let extensions = ["-extensions", section(&config)];
    let extensions = if has_extensions { &extensions[..] } else { &[] };
    run(system, row.id(), &[&arguments[..], passin(password), extensions].concat(), password)
}

/// Returns whether the certificate has the names of the template and, with `force`, the key. An unreadable one has not.
fn is_current(system: &impl ReadSystem, row: &Row<X509Cert>) -> Result<bool> {
    let config = template(system, row)?;
    let arguments = ["x509", "-in", &row.path, "-noout", "-pubkey", "-text", "-nameopt", "utf8,sep_multiline,lname"];
    let output = query(system, row.id(), &[&arguments[..], &["-certopt", OMITTED]].concat(), None)?;
    if !output.is_success() {
        return Ok(false);
    }
    let text = output.lossy("openssl x509")?;
    if row.force.is_on() {
        let key = row.private_key.as_deref().unwrap_or_default();
        let own = public_key(system, row.id(), key, row.password.as_ref())?;
        if pem(&text) != Some(own.as_str()) {
            return Ok(false);
        }
    }
    Ok(has_names(row, &config, &text))
}

/// Compares the alternative names, or else the common name. A certificate for a request has the common name of the request.
fn has_names(row: &X509Cert, config: &Config, text: &str) -> bool {
    if row.req_ext.is_on()
        && let Some(names) = config.alternative_names(section(config))
    {
        let printed = text.split_once("X509v3 Subject Alternative Name:").and_then(|(_, rest)| rest.lines().nth(1));
        let printed: Vec<&str> = printed.map(|names| names.split(',').collect()).unwrap_or_default();
        return normal_names(&printed) == names;
    }
    let printed = text.lines().find_map(|line| line.trim().strip_prefix("commonName=")).map(str::trim);
    row.csr.is_some() || config.common_name().is_none_or(|name| printed == Some(name))
}
