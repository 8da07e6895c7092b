//! Common code of the guests. Each file in `guests` is a component that replaces types written in Ruby, with the same
//! attributes and behaviour; `cases.toml` lists the conformance cases of each.

/// Defines a provider from a function that reads the state and an optional one that changes it. Without the latter,
/// every change succeeds without effect.
///
/// `provider!(Mem of Thing, get |system, row| .., set |system, row, changed| ..)`
#[macro_export]
macro_rules! provider {
    ($provider:ident of $resource:ident, get |$system:ident, $row:ident| $get:expr) => {
        $crate::provider!($provider of $resource, get |$system, $row| $get, set |_system, _row, _changed| {
            Ok(::marotte_sdk::Applied::all())
        });
    };
    (
        $provider:ident of $resource:ident,
        get |$system:ident, $row:ident| $get:expr,
        set |$write:ident, $desired:ident, $changed:ident| $set:expr
    ) => {
        #[doc = concat!("Replaces the provider `", stringify!($provider), "`.")]
        #[derive(Debug, Default)]
        pub struct $provider;

        impl ::marotte_sdk::Provider for $provider {
            type Resource = $resource;

            fn get(
                &mut self,
                $system: &impl ::marotte_sdk::ReadSystem,
                rows: &[::marotte_sdk::Row<$resource>],
            ) -> Vec<::marotte_sdk::Result<::marotte_sdk::State<$resource>>> {
                ::marotte_sdk::for_each_row(rows, |$row| $get)
            }

            fn set(
                &mut self,
                $write: &impl ::marotte_sdk::WriteSystem,
                $desired: &::marotte_sdk::Row<$resource>,
                _is: &<$resource as ::marotte_sdk::Resource>::State,
                $changed: &[<$resource as ::marotte_sdk::Resource>::Attribute],
            ) -> ::marotte_sdk::Result<::marotte_sdk::Applied<<$resource as ::marotte_sdk::Resource>::Attribute>> {
                $set
            }
        }
    };
}
