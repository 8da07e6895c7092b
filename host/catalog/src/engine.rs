//! Schemas of the built-in resource types, which the host manages itself, without a component.

use crate::{Catalog, Resource, ResourceRef, Value};
use marotte_contract::schema::{Attribute, AttributeTrait, Choice, Fallback, Role, TypeSchema};

/// Returns the schemas of `notify`, `schedule`, `filebucket`, `resources` and `stage`.
///
/// Classes and defined types have no schema: their parameters are declared in manifests.
#[must_use]
pub fn engine_types() -> Vec<TypeSchema> {
    vec![notify(), schedule(), filebucket(), resources(), stage()]
}

/// Returns whether [`engine_types`] has a type of this name.
#[must_use]
pub fn is_engine_type(name: &str) -> bool {
    matches!(name, "notify" | "schedule" | "filebucket" | "resources" | "stage")
}

/// Puppet's predefined schedules: name, period, and number of runs per period.
const SCHEDULES: [(&str, &str, i64); 6] = [
    ("puppet", "hourly", 2),
    ("hourly", "hourly", 1),
    ("daily", "daily", 1),
    ("weekly", "weekly", 1),
    ("monthly", "monthly", 1),
    ("never", "never", 1),
];

/// The maximum number of resources that [`add_defaults`] adds.
pub(crate) const DEFAULT_COUNT: usize = SCHEDULES.len() + 1;

/// Adds the resources that every applied catalog contains unless the manifest declares them: optionally the
/// schedules, and the filebucket in which the type `file` backs up contents.
pub fn add_defaults(catalog: &mut Catalog, has_schedules: bool) {
    let schedules = SCHEDULES.iter().take(if has_schedules { SCHEDULES.len() } else { 0 });
    let schedules = schedules.map(|(name, period, repeat)| {
        let mut schedule = Resource::new(ResourceRef::new("schedule", name));
        schedule.set("period", Value::from(*period), None);
        schedule.set("repeat", Value::Integer(*repeat), None);
        schedule
    });
    let bucket = Resource::new(ResourceRef::new("filebucket", "puppet"));
    for mut resource in schedules.chain([bucket]) {
        for tag in [resource.reference.type_name.to_lowercase(), resource.reference.title.to_string()] {
            resource.tag(&tag.into());
        }
        // A resource of the manifest with the same name takes precedence.
        let _ = catalog.add(resource);
    }
}

fn notify() -> TypeSchema {
    let message = Attribute {
        role: Role::Property,
        default: Some(Fallback::SameAs(1)),
        docs: "The message to be sent to the log. ".into(),
        ..parameter("message", "")
    };
    let withpath = Attribute {
        default: Some(Fallback::Constant(false.into())),
        // Not a Boolean, which would also accept `yes`.
        choices: choices(&["true", "false"]),
        ..parameter("withpath", "Whether to show the full object path.")
    };
    engine_type("notify", "Sends an arbitrary message to the log.", vec![message, namevar("name"), withpath])
}

fn schedule() -> TypeSchema {
    let attributes = vec![
        namevar("name"),
        parameter("range", "The earliest and latest that a resource can be applied, as '2 - 4' in hours."),
        parameter("period", "The period of repetition."),
        parameter("periodmatch", "Whether periods are compared by number or by distance."),
        parameter("repeat", "How often a resource may be applied in a period."),
        parameter("weekday", "The days of the week on which the schedule is valid."),
    ];
    let listed = |mut attributes: Vec<Attribute>| {
        attributes[2].choices = choices(&["hourly", "daily", "weekly", "monthly", "never"]);
        attributes[3].choices = choices(&["number", "distance"]);
        attributes
    };
    engine_type("schedule", "Defines when other resources may be applied.", listed(attributes))
}

fn filebucket() -> TypeSchema {
    let attributes = vec![
        namevar("name"),
        parameter("server", "The server that provides the remote filebucket service."),
        parameter("port", "The port on which the remote server listens."),
        parameter("path", "The path to the local filebucket."),
    ];
    engine_type("filebucket", "A repository of file contents that keeps replaced files.", attributes)
}

fn resources() -> TypeSchema {
    let number = Choice { value: "*".into(), pattern: r"^\d+$".into(), ..Choice::default() };
    let attributes = vec![
        namevar("name"),
        Attribute {
            data_type: "Boolean".into(),
            ..parameter("purge", "Whether to remove resources that are not managed.")
        },
        Attribute {
            choices: [choices(&["true", "false"]), vec![number]].concat(),
            ..parameter("unless_system_user", "Keeps users from being purged whose uid is not greater than this.")
        },
        parameter("unless_uid", "Keeps users of these uids from being purged."),
    ];
    engine_type("resources", "Manages all resources of a type at once.", attributes)
}

fn stage() -> TypeSchema {
    engine_type("stage", "A run stage, in which classes are applied.", vec![namevar("name")])
}

fn engine_type(name: &str, docs: &str, attributes: Vec<Attribute>) -> TypeSchema {
    TypeSchema { name: name.into(), docs: docs.into(), attributes, ..TypeSchema::default() }
}

fn namevar(name: &str) -> Attribute {
    Attribute { traits: vec![AttributeTrait::Namevar], ..parameter(name, "The name.") }
}

fn parameter(name: &str, docs: &str) -> Attribute {
    Attribute { name: name.into(), docs: docs.into(), ..Attribute::default() }
}

fn choices(values: &[&str]) -> Vec<Choice> {
    values.iter().map(|value| Choice { value: (*value).into(), ..Choice::default() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use marotte_contract::schema::{PackageSchema, VERSION};

    #[test]
    fn engine_schemas_are_valid() {
        let schema = PackageSchema { version: VERSION, types: engine_types(), providers: vec![] };
        assert_eq!(schema.check(), Ok(()));
        assert!(schema.types.iter().all(|schema| is_engine_type(&schema.name)));
        assert!(!is_engine_type("file"));
    }
}
