//! Selection of resources by their tags.

use catalog::Resource;

/// Returns whether tags select a resource.
pub(crate) fn is_selected(resource: &Resource, tags: &[String], skip_tags: &[String]) -> bool {
    !has_any(resource, skip_tags) && (tags.is_empty() || has_any(resource, tags))
}

/// Returns whether a resource has any of these tags.
pub(crate) fn has_any(resource: &Resource, tags: &[String]) -> bool {
    tags.iter().any(|wanted| resource.tags.iter().any(|tag| tag.eq_ignore_ascii_case(wanted)))
}
