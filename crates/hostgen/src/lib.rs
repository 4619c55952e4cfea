//! The host half of a unit: text edits, host file, registration and module id.
