//! Files, line markers, positions, edits and the salsa inputs.
