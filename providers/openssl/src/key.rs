//! The provider of `ssl_pkey`.

use marotte_sdk::prelude::*;

use crate::attributes::{Wanted, current, directory};
use crate::tool::run;
use crate::{Algorithm, Ensure, SslPkey, SslPkeyAttribute, SslPkeyState};

/// The mode of a new key.
const MODE: u32 = 0o600;

/// Provider for private keys.
#[derive(Debug, Default)]
pub struct Keys;

impl Canonicalize for SslPkey {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, _problems: &mut Problems<Self>) {
        row.ensure = row.ensure.or_else(|| wanted(row).default_ensure());
    }
}

impl Relate for SslPkey {
    fn relate(row: &Row<Self>, _system: &impl System) -> Vec<Relation> {
        vec![Relation::require("file", vec![directory(&row.path)])]
    }
}

impl Provider for Keys {
    type Resource = SslPkey;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<SslPkey>]) -> Vec<Result<State<SslPkey>>> {
        for_each_row(rows, |row| {
            let Some(file) = current(system, &row.place(&*row.path))? else { return Ok(SslPkeyState::absent().into()) };
            let ensure = Some(Ensure::Present);
            Ok(SslPkeyState { ensure, owner: file.owner, group: file.group, mode: file.mode }.into())
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<SslPkey>,
        _is: &SslPkeyState,
        changed: &[SslPkeyAttribute],
    ) -> Result<Applied<SslPkeyAttribute>> {
        let ensure = row.ensure.filter(|_| changed.contains(&SslPkeyAttribute::Ensure));
        wanted(row).apply(system, &row.path, ensure, |system, file| generate(system, row, file))?;
        Ok(Applied::all())
    }
}

/// Generates a key into a file.
fn generate(system: &impl WriteSystem, row: &Row<SslPkey>, file: &str) -> Result<()> {
    let encryption: &[&str] = if row.password.is_some() { &["-aes-256-cbc", "-pass", "stdin"] } else { &[] };
    let arguments = |kind: &[&str]| -> Vec<String> {
        [&["genpkey"][..], kind, encryption, &["-out", file]].concat().into_iter().map(str::to_owned).collect()
    };
    let size = row.size.as_str();
    // The parameters of a DSA key are in a file of their own until the key is generated.
    let mut parameters = None;
    let arguments = match row.authentication {
        Algorithm::Rsa => arguments(&["-algorithm", "RSA", "-pkeyopt", &format!("rsa_keygen_bits:{size}")]),
        Algorithm::Ec => {
            let curve = format!("ec_paramgen_curve:{}", row.curve);
            arguments(&["-algorithm", "EC", "-pkeyopt", &curve, "-pkeyopt", "ec_param_enc:named_curve"])
        }
        Algorithm::Dsa => {
            let staged = parameters.insert(system.stage(None, &Body::new(), &Attrs::default())?);
            let bits = format!("dsa_paramgen_bits:{size}");
            let path = staged.path();
            let generate = ["genpkey", "-genparam", "-algorithm", "DSA", "-pkeyopt", &bits, "-out", &path];
            run(system, row.id(), &generate, None)?;
            arguments(&["-paramfile", &path])
        }
    };
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    run(system, row.id(), &arguments, row.password.as_ref())
}

fn wanted(row: &SslPkey) -> Wanted<'_> {
    Wanted { owner: row.owner.as_deref(), group: row.group.as_deref(), mode: row.mode.as_ref(), new_mode: MODE }
}
