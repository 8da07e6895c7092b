//! A type whose only provider is unsuitable.
#![expect(missing_docs, reason = "the Ruby types have no documentation")]

use marotte_test_customtypes::provider;
use package::{Gizmo, GizmoState};

#[marotte_sdk::package]
pub mod package {
    #[resource(name = "gizmo")]
    #[provider(name = "absent", by = super::Absent, confine(path("/nonexistent/gizmo")))]
    pub struct Gizmo {
        #[parameter(namevar)]
        pub name: String,
        #[property]
        pub size: Option<String>,
    }
}

provider!(Absent of Gizmo, get |_system, _row| Ok(GizmoState { size: Some("1".to_owned()) }.into()));
