//! Places of a preprocessed unit as places of the files that it was made of, and back.
//!
//! The front end reads text behind the preprocessor: `__global__` stands there as `__attribute__((global))`, a macro as
//! its expansion, and columns are those of that text. People have another text before them. A [`Spelling`] aligns the
//! tokens of a presumed line of the unit with those of the file's line: what both have is at the file's own column,
//! what only the unit has comes from the macro that stands in its place.
//!
//! # Architecture invariants
//! * Reads files and changes nothing. Only regular files are read; a file that cannot be read, or does not say what the
//!   unit says, leaves places as they are.
//! * Knows no macro's definition: the texts of the two lines are all there is.
//! * Drop-in output never goes through here: the reference shows the expansion.
//! * Lines and columns are 1-based; columns count code points. Offsets are byte offsets into the unit's text.

mod alignment;
mod expanded;
mod files;
mod spelling;

pub use expanded::{LineIndex, UnitText};
pub use files::OpenTexts;
pub use spelling::{Spelled, Spelling};
