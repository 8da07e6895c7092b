//! Puppet's HTTP API as types and text, for servers and agents: routes and permissions, forms, replies, facts, descriptions of
//! files, and the paths in them. Nothing here opens a socket or a file: all input can come from an attacker.

mod bucket;
mod code;
mod facts;
mod form;
mod metadata;
mod mount;
mod path;
mod permission;
mod reply;
mod request;
mod route;

pub use bucket::BucketKey;
pub use code::{is_code_id, is_content_path};
pub use facts::{FactsError, NodeFacts, facts_document};
pub use form::{FormError, decode_form, encode_form, encode_value};
pub use metadata::{FileChecksum, FileKind, FileMetadata, Owner};
pub use mount::{MountPath, RelativePath};
pub use path::{PathError, decode_path};
pub use permission::AccessRow;
pub use reply::{BYTES, Content, IssueKind, JSON, RICH_JSON, Reply, TEXT};
pub use request::{ApiRequest, Client};
pub use route::Route;
