//! The providers `inifile`: `yumrepo` and `zypprepo` are sections in the files of the package manager.

use marotte_sdk::prelude::*;

use crate::files::{Files, YUM, ZYPPER};
use crate::properties::Repository as _;
use crate::schema::{Ensure, Yumrepo, YumrepoAttribute, YumrepoState, Zypprepo, ZypprepoAttribute, ZypprepoState};
use crate::section::{change, instances, state};
use crate::value::Proxy;

/// Provider for repositories in the files that yum reads.
#[derive(Debug, Default)]
pub struct Inifile;

impl Canonicalize for Yumrepo {
    fn canonicalize(row: &mut Row<Self>, system: &impl System, problems: &mut Problems<Self>) {
        if !is_section(&row.name) {
            problems.error(row, YumrepoAttribute::Name, format!("Invalid repository name: {:?}", row.name));
        }
        // Since release 8, an empty value has the meaning of `_none_` in earlier releases.
        if row.proxy == Some(Proxy::from("_none_")) && release(system) >= 8 {
            row.proxy = Some(Proxy::from(""));
        }
        row.mark_changed();
    }
}

/// Returns whether a text can be the name of a section for a repository.
fn is_section(name: &str) -> bool {
    !name.is_empty() && name != "main" && !name.contains(['[', ']', '/', '\n', '\r'])
}

fn release(system: &impl System) -> u32 {
    match system.fact("os.release.major") {
        Some(Value::Text(major)) => major.parse().unwrap_or(0),
        _ => 0,
    }
}

impl Provider for Inifile {
    type Resource = Yumrepo;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Yumrepo>]) -> Vec<Result<State<Yumrepo>>> {
        let files = Files::read(system, &YUM);
        for_each_row(rows, |row| {
            let files = files.as_ref().map_err(Clone::clone)?;
            let is_home = |path: &&str| row.target.is_none() || *path == files.home(&row.name, row.target.as_deref());
            match files.file_of(&row.name)?.filter(is_home) {
                Some(path) => state(row, &row.name, files.text(path)?, |attribute| {
                    matches!(attribute, YumrepoAttribute::Password | YumrepoAttribute::ProxyPassword)
                }),
                None => Ok(YumrepoState::absent().into()),
            }
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Yumrepo>,
        _is: &YumrepoState,
        _changed: &[YumrepoAttribute],
    ) -> Result<Applied<YumrepoAttribute>> {
        let files = Files::read(system, &YUM)?;
        let wanted = (row.ensure == Ensure::Present).then(|| row.wanted());
        change(system, &files, (&row.name, row.target.as_deref()), wanted)?;
        Ok(Applied::all())
    }
}

impl Instances for Inifile {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<Yumrepo>>> {
        instances(&Files::read(system, &YUM)?)
    }
}

/// Provider for repositories in the files that zypper reads.
#[derive(Debug, Default)]
pub struct ZypperInifile;

impl Canonicalize for Zypprepo {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        if !is_section(&row.name) {
            problems.error(row, ZypprepoAttribute::Name, format!("Invalid repository name: {:?}", row.name));
        }
        row.mark_changed();
    }
}

impl Provider for ZypperInifile {
    type Resource = Zypprepo;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Zypprepo>]) -> Vec<Result<State<Zypprepo>>> {
        let files = Files::read(system, &ZYPPER);
        for_each_row(rows, |row| {
            let files = files.as_ref().map_err(Clone::clone)?;
            match files.file_of(&row.name)? {
                Some(path) => state(row, &row.name, files.text(path)?, |_| false),
                None => Ok(ZypprepoState::absent().into()),
            }
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Zypprepo>,
        _is: &ZypprepoState,
        _changed: &[ZypprepoAttribute],
    ) -> Result<Applied<ZypprepoAttribute>> {
        let files = Files::read(system, &ZYPPER)?;
        let wanted = (row.ensure != Some(Ensure::Absent)).then(|| row.wanted());
        change(system, &files, (&row.name, None), wanted)?;
        Ok(Applied::all())
    }
}

impl Instances for ZypperInifile {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<Zypprepo>>> {
        instances(&Files::read(system, &ZYPPER)?)
    }
}

#[cfg(test)]
mod tests;
