//! Layout of `provider list`.

use std::fmt::Write as _;

use report::sanitize::printable_line;
use runtime::Package;

/// Layout of the list.
pub(super) struct Layout {
    /// Whether providers and grants are listed.
    pub(super) is_long: bool,
    /// The width at which lines are cut.
    pub(super) width: Option<usize>,
}

impl Layout {
    /// Describes a component: in one line with its types or, in the long form, with providers and grants.
    pub(super) fn describe(&self, package: &Package, remark: &str) -> String {
        let about = &package.manifest.package;
        if self.is_long {
            return long(package, &format!("{} {} ({remark})", about.name, about.version));
        }
        let types: Vec<&str> = package.schema.types.iter().map(|schema| schema.name.as_str()).collect();
        let state = remark.split(',').next().unwrap_or_default();
        let line = format!("{:<24} {:<8} {state:<8}  {}", about.name, about.version.to_string(), types.join(", "));
        let line = printable_line(&line);
        match self.width {
            Some(width) if line.chars().count() > width => {
                let end = format!(" … {} types", types.len());
                line.chars().take(width.saturating_sub(end.chars().count())).collect::<String>() + &end + "\n"
            }
            _ => line + "\n",
        }
    }
}

fn long(package: &Package, title: &str) -> String {
    let mut text = printable_line(title) + "\n";
    for schema in &package.schema.types {
        let providers = package.schema.providers.iter().filter(|provider| provider.type_name == schema.name);
        let names: Vec<&str> = providers.map(|provider| provider.name.as_str()).collect();
        let _ = writeln!(text, "  type {}: provider {}", schema.name, names.join(", "));
    }
    for grant in package.grants() {
        let _ = writeln!(text, "  may {}", printable_line(&grant));
    }
    text
}
