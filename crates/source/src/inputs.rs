//! Salsa inputs.

#![allow(missing_docs, reason = "salsa generates constructors and setters without documentation")]

use std::sync::Arc;

/// The text of one translation unit, the root input of every query.
#[salsa::input(debug)]
pub struct SourceText {
    /// The name of the input as the user gave it, for messages only.
    #[returns(ref)]
    pub path: String,
    /// The whole text, decoded by [`crate::decode`].
    #[returns(ref)]
    pub text: Arc<str>,
}
