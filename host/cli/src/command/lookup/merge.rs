//! The merge behaviour of a lookup, from the options.

use anyhow::{Result, bail};
use catalog::Value;

use crate::args::{Lookup, MergeStrategy};

/// Returns the merge behaviour: the name of a strategy, or a deep merge with its options.
pub(super) fn merge(arguments: &Lookup) -> Result<Option<Value>> {
    let name = match arguments.merge {
        None => return Ok(None),
        Some(MergeStrategy::First) => "first",
        Some(MergeStrategy::Unique) => "unique",
        Some(MergeStrategy::Hash) => "hash",
        Some(MergeStrategy::Deep) => "deep",
    };
    let mut options = vec![(Value::from("strategy"), Value::from(name))];
    options.extend(arguments.knock_out_prefix.as_deref().map(|prefix| ("knockout_prefix".into(), prefix.into())));
    for (option, is_set) in
        [("sort_merged_arrays", arguments.sort_merged_arrays), ("merge_hash_arrays", arguments.merge_hash_arrays)]
    {
        if is_set {
            options.push((option.into(), true.into()));
        }
    }
    if options.len() > 1 && name != "deep" {
        bail!(
            "The options --knock-out-prefix, --sort-merged-arrays, and --merge-hash-arrays are only available with '--merge deep'"
        );
    }
    Ok(Some(if options.len() > 1 { Value::Hash(options) } else { name.into() }))
}
