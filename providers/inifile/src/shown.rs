//! Display of values in messages: in plain text, as a digest, or redacted.

use marotte_sdk::prelude::*;

use crate::ShowDiff;

/// Returns the texts of the current and the desired value, without quotes as in Puppet.
pub(crate) fn pair(
    system: &impl ReadSystem,
    how: ShowDiff,
    place: &Place,
    is: &str,
    should: &Text,
) -> Result<[String; 2]> {
    let hidden = "[redacted sensitive information]".to_owned();
    let Text::Clear(should) = should else { return Ok([hidden.clone(), hidden]) };
    if how == ShowDiff::False || !shows_differences(system, place)? {
        return Ok([hidden.clone(), hidden]);
    }
    if how == ShowDiff::True {
        return Ok([is.to_owned(), should.clone()]);
    }
    let bodies = [is, should].map(|text| vec![Part::from(text)]);
    let digests = system.digest(&bodies, "md5").into_iter().collect::<Result<Vec<String>>>()?;
    let mut shown = digests.iter().map(|digest| format!("{{md5}}{digest}"));
    Ok([shown.next().unwrap_or_default(), shown.next().unwrap_or_default()])
}

/// Returns whether the display of differences is enabled: a diff between the file and empty content is then
/// not empty.
fn shows_differences(system: &impl ReadSystem, place: &Place) -> Result<bool> {
    Ok(!system.diff(place, &Body::new())?.is_empty())
}
