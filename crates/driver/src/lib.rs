//! One run: options and inputs to outputs.
