//! The resource types `concat_file` and `concat_fragment`: a file that is put together from pieces which stand all over the
//! manifest. It writes nothing itself: a `concat_file` asks for a `file`, and at its turn gives it its content.

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
