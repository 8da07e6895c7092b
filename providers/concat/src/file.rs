//! Files assembled from fragments. Each generates a `file` resource: before the run with all attributes
//! except its content, and during the run with the content, since a fragment's source may be created by an
//! earlier resource.

use marotte_sdk::prelude::*;

use crate::fragments::content;
use crate::{ConcatFile, ConcatFileAttribute, ConcatFileState, Ensure, Format};

/// Provider for assembled files.
#[derive(Debug, Default)]
pub struct FileAssembler;

impl Provider for FileAssembler {
    type Resource = ConcatFile;

    /// Puppet: the state to change belongs to the `file` resource.
    fn get(&mut self, _system: &impl ReadSystem, rows: &[Row<ConcatFile>]) -> Vec<Result<State<ConcatFile>>> {
        for_each_row(rows, |_| Ok(ConcatFileState::default().into()))
    }

    fn set(
        &mut self,
        _system: &impl WriteSystem,
        _row: &Row<ConcatFile>,
        _is: &ConcatFileState,
        _changed: &[ConcatFileAttribute],
    ) -> Result<Applied<ConcatFileAttribute>> {
        Ok(Applied::all())
    }
}

impl Canonicalize for ConcatFile {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        if !row.path.starts_with('/') {
            let message = format!("File paths must be fully qualified, not '{}'", row.path);
            problems.error(row, ConcatFileAttribute::Path, message);
        }
        if row.format == Format::Yaml {
            problems.error(row, ConcatFileAttribute::Format, "YAML is not supported; use one of the other formats");
        }
    }
}

impl Generate for FileAssembler {
    fn generate(&mut self, _system: &impl ReadSystem, rows: &[Row<ConcatFile>]) -> Result<Vec<Generated>> {
        Ok(rows.iter().map(announced).collect())
    }
}

impl Expand for FileAssembler {
    fn expand(&mut self, system: &impl ReadSystem, row: &Row<ConcatFile>) -> Result<Vec<Generated>> {
        match row.ensure {
            Ensure::Present => match content(system, row)? {
                Value::Text(text) if text.is_empty() && !row.create_empty_file => {
                    Ok(vec![file(row).with("ensure", "absent")])
                }
                content => Ok(vec![file(row).with("content", content)]),
            },
            Ensure::Absent => Ok(vec![file(row)]),
        }
    }
}

fn file(row: &Row<ConcatFile>) -> Generated {
    Generated::new(row, "file", row.path.as_str())
}

/// Returns the `file` resource with all attributes except its content.
fn announced(row: &Row<ConcatFile>) -> Generated {
    let text = |text: &Option<String>| text.as_deref().map(Value::from);
    let attributes = [
        ("owner", row.owner.clone()),
        ("group", row.group.clone()),
        ("mode", row.mode.clone()),
        ("replace", Some(row.replace.into())),
        ("backup", row.backup.clone()),
        ("selinux_ignore_defaults", row.selinux_ignore_defaults.map(Value::from)),
        ("selrange", text(&row.selrange)),
        ("selrole", text(&row.selrole)),
        ("seltype", text(&row.seltype)),
        ("seluser", text(&row.seluser)),
        ("validate_cmd", text(&row.validate_cmd)),
        ("show_diff", row.show_diff.map(Value::from)),
    ];
    let ensure = if row.ensure == Ensure::Absent { "absent" } else { "file" };
    let given = attributes.into_iter().filter_map(|(name, value)| Some((name, value?)));
    given.fold(file(row).with("ensure", ensure), |file, (name, value)| file.with(name, value))
}
