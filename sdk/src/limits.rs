//! Limits on the data that a provider reads, so that an unexpectedly large file cannot exhaust its memory.

/// Maximum size of a configuration file, in bytes.
pub const CONFIG_FILE: u32 = 32 << 20;

/// Maximum number of entries of a directory whose files are read one by one.
pub const DIRECTORY: u32 = 100_000;
