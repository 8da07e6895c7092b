//! The resource types `concat_file` and `concat_fragment`: a file assembled from fragments declared anywhere
//! in the manifest. A `concat_file` does not write the file itself; it generates a `file` resource and
//! provides its content.

mod file;
mod fragment;
mod fragments;
mod merge;
mod order;
mod schema;
#[cfg(test)]
mod tests;
mod value;

pub use file::FileAssembler;
pub use fragment::Piece;
pub use schema::{
    Component, ConcatFile, ConcatFileAttribute, ConcatFileState, ConcatFragment, ConcatFragmentAttribute,
    ConcatFragmentState, Ensure, Format, Order,
};
pub use value::PieceOrder;
