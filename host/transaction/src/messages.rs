//! Writing of component messages to the log of the run, with the path of their resource. Notices have the resource's
//! `loglevel`.

use catalog::{Catalog, ResourceIndex};

use crate::Level;
use crate::prepare::place;
use crate::prepared::ManagedResource;
use crate::provider::ComponentMessage;
use crate::resource_type::ResourceType;
use crate::run_logger::{LogOrigin, RunLogger};

/// Writes the messages. `entries`, once available, determine the log levels.
pub(crate) fn write(
    scribe: &mut RunLogger<'_>,
    catalog: &Catalog,
    indices: &[ResourceIndex],
    kind: &ResourceType,
    entries: Option<&[Option<ManagedResource>]>,
    messages: Vec<ComponentMessage>,
) {
    for message in messages {
        let row = message.row.and_then(place);
        let entry = row.and_then(|place| entries?.get(place)?.as_ref());
        let level = match (message.level, entry) {
            (Level::Notice, Some(entry)) => entry.loglevel,
            (level, _) => level,
        };
        let attribute = message.attribute.and_then(|column| kind.names.get(usize::from(column)));
        let origin = match (row.and_then(|place| indices.get(place)), attribute) {
            (Some(index), Some(name)) => LogOrigin::Attribute(catalog, *index, name),
            (Some(index), None) => LogOrigin::Resource(catalog, *index),
            (None, _) => LogOrigin::Run,
        };
        scribe.write(level, origin, || message.text);
    }
}
