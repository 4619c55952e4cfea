//! Diagnostic catalogue, control and rendering.
