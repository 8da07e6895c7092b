//! Common interface of the resource structs: section and name, values, and their display.

use marotte_sdk::prelude::*;

use crate::{
    Ceph, CephAttribute, CephState, Ensure, Flat, FlatAttribute, FlatState, Lowered, Multiple, MultipleAttribute,
    MultipleState, Plain, Single, SingleAttribute, SingleState, Spelled, Switch,
};

/// A resource struct for a setting.
pub trait Kind: Resource {
    /// The attribute `ensure`.
    const ENSURE: Self::Attribute;
    /// The attribute `value`.
    const VALUE: Self::Attribute;
    /// Whether a setting may occur several times with different values.
    const IS_LIST: bool;
    /// Whether the file belongs to OpenStack, where a special value keeps the current one.
    const MAY_STAY: bool;

    /// Returns the section and the name of the setting.
    fn section_and_key(&self) -> (&str, &str);
    /// Returns the path of the file.
    fn path(&self) -> &str;
    /// Returns the separator between name and value.
    fn separator(&self) -> &str;
    /// Returns the desired `ensure`.
    fn ensure(&self) -> Ensure;
    /// Replaces the desired `ensure`.
    fn set_ensure(&mut self, ensure: Ensure);
    /// Returns the desired values, if specified.
    fn values(&self) -> Option<Vec<&Text>>;
    /// Returns the value that means absence.
    fn absent(&self) -> Option<&str>;
    /// Returns whether values must be redacted.
    fn is_secret(&self) -> bool;
    /// Creates a state.
    fn state(ensure: Ensure, values: Vec<String>) -> Self::State;
}

fn in_two_parts(name: &str) -> (&str, &str) {
    name.split_once('/').unwrap_or(("", name))
}

macro_rules! single {
    ($kind:ident $attribute:ident $state:ident $value:ident, $may_stay:literal, $place:expr,
        $separator:expr, $absent:expr, $secret:expr) => {
        impl Kind for $kind {
            const ENSURE: $attribute = $attribute::Ensure;
            const VALUE: $attribute = $attribute::Value;
            const IS_LIST: bool = false;
            const MAY_STAY: bool = $may_stay;

            fn section_and_key(&self) -> (&str, &str) {
                let place: fn(&str) -> (&str, &str) = $place;
                place(&self.name.0)
            }

            fn path(&self) -> &str {
                &self.path
            }

            fn separator(&self) -> &str {
                let separator: fn(&Self) -> &str = $separator;
                separator(self)
            }

            fn ensure(&self) -> Ensure {
                self.ensure
            }

            fn set_ensure(&mut self, ensure: Ensure) {
                self.ensure = ensure;
            }

            fn values(&self) -> Option<Vec<&Text>> {
                self.value.as_ref().map(|value| vec![&value.0])
            }

            fn absent(&self) -> Option<&str> {
                let absent: fn(&Self) -> Option<&str> = $absent;
                absent(self)
            }

            fn is_secret(&self) -> bool {
                let is_secret: fn(&Self) -> bool = $secret;
                is_secret(self)
            }

            fn state(ensure: Ensure, mut values: Vec<String>) -> $state {
                let value = values.pop().map(|value| $value(Text::Clear(value)));
                $state { ensure: Some(ensure), value }
            }
        }
    };
}

single!(Single SingleAttribute SingleState Spelled, true, in_two_parts, |row| &row.key_val_separator,
    |row| Some(&row.ensure_absent_val), |row| row.secret == Switch::True);
single!(Flat FlatAttribute FlatState Plain, false, |name| ("", name), |row| &row.key_val_separator,
    |row| Some(&row.ensure_absent_val), |row| row.secret == Switch::True);
single!(Ceph CephAttribute CephState Lowered, false, in_two_parts, |_| " = ", |_| None, |_| false);

impl Kind for Multiple {
    const ENSURE: MultipleAttribute = MultipleAttribute::Ensure;
    const VALUE: MultipleAttribute = MultipleAttribute::Value;
    const IS_LIST: bool = true;
    const MAY_STAY: bool = true;

    fn section_and_key(&self) -> (&str, &str) {
        in_two_parts(&self.name.0)
    }

    fn path(&self) -> &str {
        &self.path
    }

    fn separator(&self) -> &str {
        &self.key_val_separator
    }

    fn ensure(&self) -> Ensure {
        self.ensure
    }

    fn set_ensure(&mut self, ensure: Ensure) {
        self.ensure = ensure;
    }

    fn values(&self) -> Option<Vec<&Text>> {
        self.value.as_ref().map(|values| values.iter().map(|value| &value.0).collect())
    }

    fn absent(&self) -> Option<&str> {
        Some(&self.ensure_absent_val)
    }

    fn is_secret(&self) -> bool {
        self.secret == Switch::True
    }

    fn state(ensure: Ensure, values: Vec<String>) -> MultipleState {
        let values = values.into_iter().map(|value| Spelled(Text::Clear(value))).collect::<Vec<_>>();
        MultipleState { ensure: Some(ensure), value: Some(values).filter(|values| !values.is_empty()) }
    }
}
