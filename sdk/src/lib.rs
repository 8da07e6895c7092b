//! SDK for provider authors: types are described as Rust structs, providers implement [`Provider`], and the
//! system is accessible through the traits [`ReadSystem`] and [`WriteSystem`]. The crate does not depend on the
//! host.
//!
//! The README is a tutorial. This is a complete provider, tested on a fake system:
//!
//! ```
//! use marotte_sdk::fake::{FakeSystem, FileNode, ProviderTest};
//! use marotte_sdk::prelude::*;
//! use schema::{Banner, BannerAttribute, BannerState};
//!
//! #[marotte_sdk::package]
//! pub mod schema {
//!     /// A file with one line of text.
//!     #[resource(name = "banner")]
//!     #[provider(name = "plain", by = super::Plain)]
//!     pub struct Banner {
//!         /// The file.
//!         #[parameter(namevar)]
//!         pub path: String,
//!         /// The line.
//!         #[property]
//!         pub text: String,
//!     }
//! }
//!
//! #[derive(Debug, Default)]
//! struct Plain;
//!
//! impl Provider for Plain {
//!     type Resource = Banner;
//!
//!     fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Banner>]) -> Vec<Result<State<Banner>>> {
//!         for_each_row(rows, |row| {
//!             let text = system.read_text(&row.place(row.path.as_str()), 4096)?;
//!             Ok(BannerState { text: Some(text.trim_end().to_owned()) }.into())
//!         })
//!     }
//!
//!     fn set(
//!         &mut self,
//!         system: &impl WriteSystem,
//!         row: &Row<Banner>,
//!         _is: &BannerState,
//!         _changed: &[BannerAttribute],
//!     ) -> Result<Applied<BannerAttribute>> {
//!         system.write(&row.path, &vec![row.text.as_str().into(), "\n".into()], &Attrs::default(), None)?;
//!         Ok(Applied::all())
//!     }
//! }
//!
//! fn main() {
//!     let system = FakeSystem::new();
//!     system.put("/etc/issue", FileNode::file("Debian\n"));
//!     let mut test: ProviderTest<Plain> = ProviderTest::new::<schema::Component>(&system, "plain");
//!     let desired = test.want("/etc/issue", &[("text", "Keep out".into())]).unwrap();
//!     assert_eq!(test.apply(&desired), ["text: text changed 'Debian' to 'Keep out'"]);
//!     assert_eq!(test.apply(&desired), [""; 0]);
//!     assert_eq!(system.text("/etc/issue"), "Keep out\n");
//! }
//! ```

#[cfg(any(test, target_arch = "wasm32"))]
mod allocator;
mod arena;
#[doc(hidden)]
pub mod bindings;
pub mod command;
mod error;
#[doc(hidden)]
pub mod export;
#[cfg(not(target_arch = "wasm32"))]
pub mod fake;
mod fnmatch;
pub mod ini;
pub mod json;
pub mod limits;
mod path;
mod provider;
pub mod records;
pub mod regex;
mod resource;
mod running_system;
pub mod system;
pub mod time;
mod tree;
mod value;

pub use error::{Code, Error, Result};
pub use fnmatch::{HiddenFiles, fnmatch};
pub use marotte_sdk_macros::{AttributeValue, package};
pub use path::{join_paths, normal_path};
pub use running_system::RunningSystem;

pub use provider::{
    Applied, Expand, Generate, Generated, Instance, Instances, Member, Open, Precheck, Provider, Refresh, for_each_row,
};
pub use resource::{
    AttributeName, Canonicalize, Edge, FieldValues, Problems, Record, Relate, Relation, Resource, Row, Severity, State,
    Verdict,
};
pub use system::{ReadSystem, System, WriteSystem};
pub use tree::{FileSelection, TreeFile};
pub use value::{AbsolutePath, AttributeValue, InvalidValue, Secret, Text, Value};

/// The items that most providers need.
pub mod prelude {
    pub use crate::system::{
        Attrs, Body, Command, Form, Kind, Level, LogContext, Metadata, Part, Place, ReadSystem, Staged, System, Want,
        WriteSystem,
    };
    pub use crate::{
        Applied, AttributeName, AttributeValue, Canonicalize, Code, Error, Expand, Generate, Generated, Instance,
        Instances, InvalidValue, Open, Precheck, Problems, Provider, Refresh, Relate, Relation, Resource, Result, Row,
        State, Text, Value, Verdict, for_each_row,
    };
}
