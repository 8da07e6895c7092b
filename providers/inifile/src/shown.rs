//! How secret values are shown: in plain text, as a digest, or not at all.

use marotte_sdk::prelude::*;

use crate::ShowDiff;

/// Returns the texts of the current and the desired value, without quotes as Puppet shows them.
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

/// Finds out whether anybody wants to see differences: of a file and nothing there is one.
fn shows_differences(system: &impl ReadSystem, place: &Place) -> Result<bool> {
    Ok(!system.diff(place, &Body::new())?.is_empty())
}
