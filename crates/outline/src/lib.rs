//! Items of a translation unit: their borders, nesting and cheap facts.
