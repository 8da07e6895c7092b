//! Writing of component messages to the log of the run, with the path of their resource. Notices have the resource's
//! `loglevel`.

use catalog::{Catalog, ResourceIndex};

use crate::Level;
use crate::provider::ComponentMessage;
use crate::resource_table::{ResourceTable, row_position};
use crate::resource_type::ResourceType;
use crate::run_logger::{LogOrigin, RunLogger};

/// Writes the messages. `resources`, once prepared, determine the log levels.
pub(crate) fn write(
    logger: &mut RunLogger<'_>,
    catalog: &Catalog,
    indices: &[ResourceIndex],
    kind: &ResourceType,
    resources: Option<&ResourceTable>,
    messages: Vec<ComponentMessage>,
) {
    for message in messages {
        let level = match (message.level, message.row.and_then(|row| resources?.of_row(row))) {
            (Level::Notice, Some(resource)) => resource.entry.loglevel,
            (level, _) => level,
        };
        let attribute = message.attribute.and_then(|column| kind.names.get(usize::from(column)));
        let index = message.row.and_then(row_position).and_then(|position| indices.get(position));
        let origin = match (index, attribute) {
            (Some(index), Some(name)) => LogOrigin::Attribute(catalog, *index, name),
            (Some(index), None) => LogOrigin::Resource(catalog, *index),
            (None, _) => LogOrigin::Run,
        };
        logger.write(level, origin, || message.text);
    }
}
