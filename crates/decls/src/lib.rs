//! Declarations, scopes and name lookup.
