//! The table of built-in functions, one file each. It knows nothing about what they do.

use crate::function::Function;

mod abs;
mod alert;
mod all;
mod any;
mod assert_type;
mod bignum;
mod r#break;
mod camelcase;
mod capitalize;
mod ceiling;
mod checksum;
mod chomp;
mod chop;
mod compare;
mod contain;
mod convert_to;
mod create_resources;
mod crit;
mod debug;
mod defined;
mod dig;
mod digest;
mod downcase;
mod each;
mod emerg;
mod empty;
mod err;
mod extreme;
mod fail;
mod filter;
mod flatten;
mod floor;
mod fqdn_rand;
mod get;
mod getvar;
mod group_by;
mod import;
mod include;
mod index;
mod info;
mod items;
mod join;
mod keys;
mod legacy;
mod length;
mod lest;
mod letters;
mod lstrip;
mod map;
mod r#match;
mod max;
mod md5;
mod min;
mod new;
mod next;
mod notice;
mod partition;
mod pattern;
mod realize;
mod reduce;
mod regsubst;
mod require;
mod r#return;
mod reverse_each;
mod round;
mod rounding;
mod rstrip;
mod ruby;
mod scanf;
mod sha1;
mod sha256;
mod shellquote;
mod size;
mod slice;
mod sort;
mod split;
mod sprintf;
mod step;
mod strftime;
mod strip;
mod tag;
mod tagged;
mod then;
mod tree_each;
mod r#type;
mod unique;
mod unwrap;
mod upcase;
mod values;
mod versioncmp;
mod warning;
mod with;

/// All built-in functions, sorted by name.
pub static TABLE: &[&Function] = &[
    &abs::FUNCTION,
    &alert::FUNCTION,
    &all::FUNCTION,
    &any::FUNCTION,
    &assert_type::FUNCTION,
    &r#break::FUNCTION,
    &camelcase::FUNCTION,
    &capitalize::FUNCTION,
    &ceiling::FUNCTION,
    &chomp::FUNCTION,
    &chop::FUNCTION,
    &compare::FUNCTION,
    &contain::FUNCTION,
    &convert_to::FUNCTION,
    &create_resources::FUNCTION,
    &crit::FUNCTION,
    &debug::FUNCTION,
    &defined::FUNCTION,
    &dig::FUNCTION,
    &digest::FUNCTION,
    &downcase::FUNCTION,
    &each::FUNCTION,
    &emerg::FUNCTION,
    &empty::FUNCTION,
    &err::FUNCTION,
    &fail::FUNCTION,
    &filter::FUNCTION,
    &flatten::FUNCTION,
    &floor::FUNCTION,
    &fqdn_rand::FUNCTION,
    &get::FUNCTION,
    &getvar::FUNCTION,
    &group_by::FUNCTION,
    &import::FUNCTION,
    &include::FUNCTION,
    &index::FUNCTION,
    &info::FUNCTION,
    &join::FUNCTION,
    &keys::FUNCTION,
    &length::FUNCTION,
    &lest::FUNCTION,
    &lstrip::FUNCTION,
    &map::FUNCTION,
    &r#match::FUNCTION,
    &max::FUNCTION,
    &md5::FUNCTION,
    &min::FUNCTION,
    &new::FUNCTION,
    &next::FUNCTION,
    &notice::FUNCTION,
    &partition::FUNCTION,
    &realize::FUNCTION,
    &reduce::FUNCTION,
    &regsubst::FUNCTION,
    &require::FUNCTION,
    &r#return::FUNCTION,
    &reverse_each::FUNCTION,
    &round::FUNCTION,
    &rstrip::FUNCTION,
    &scanf::FUNCTION,
    &sha1::FUNCTION,
    &sha256::FUNCTION,
    &shellquote::FUNCTION,
    &size::FUNCTION,
    &slice::FUNCTION,
    &sort::FUNCTION,
    &split::FUNCTION,
    &sprintf::FUNCTION,
    &step::FUNCTION,
    &strftime::FUNCTION,
    &strip::FUNCTION,
    &tag::FUNCTION,
    &tagged::FUNCTION,
    &then::FUNCTION,
    &tree_each::FUNCTION,
    &r#type::FUNCTION,
    &unique::FUNCTION,
    &unwrap::FUNCTION,
    &upcase::FUNCTION,
    &values::FUNCTION,
    &versioncmp::FUNCTION,
    &warning::FUNCTION,
    &with::FUNCTION,
];
