//! Flags of `filebucket`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Common;

// `marotte filebucket`
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum FilebucketCommand {
    /// Add files to the bucket and print their SHA-256
    Backup(FilebucketBackup),
    /// Print a content by its SHA-256
    Get(FilebucketGet),
    /// Restore a file from a content by its SHA-256, as a run that can be undone
    Restore(FilebucketRestore),
    /// List the contents of the bucket
    List(FilebucketList),
    /// Compare two files or contents
    Diff(FilebucketDiff),
}

// Selection of a bucket.
#[derive(Debug, Args)]
pub(crate) struct Bucket {
    /// Use the bucket of this system, filled by runs
    #[arg(short, long, conflicts_with = "bucket")]
    pub(crate) local: bool,
    /// Use the bucket in this directory
    #[arg(short, long, value_name = "DIR")]
    pub(crate) bucket: Option<PathBuf>,
    /// Use the bucket of a server (not supported)
    #[arg(short, long, conflicts_with_all = ["local", "bucket"])]
    pub(crate) remote: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte filebucket backup`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte filebucket backup --local /etc/motd

Exit codes: 0 success, also if a file does not exist, which is reported; 1 failure.")]
pub(crate) struct FilebucketBackup {
    /// Files
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) place: Bucket,
}

// `marotte filebucket get`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte filebucket get --local \\
      ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad

Exit codes: 0 success, 1 there is no such content.")]
pub(crate) struct FilebucketGet {
    /// SHA-256 of the content
    #[arg(value_name = "SHA256", default_value = "", hide_default_value = true)]
    pub(crate) digest: String,
    #[command(flatten)]
    pub(crate) place: Bucket,
}

// `marotte filebucket restore`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte filebucket restore --local /etc/motd \\
      ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
  marotte undo                      undo it

Exit codes: 0 success, 1 there is no such content or the file cannot be written.")]
pub(crate) struct FilebucketRestore {
    /// File to write; can differ from the original file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// SHA-256 of the content
    #[arg(value_name = "SHA256", default_value = "", hide_default_value = true)]
    pub(crate) digest: String,
    #[command(flatten)]
    pub(crate) place: Bucket,
}

// `marotte filebucket list`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte filebucket list --local
  marotte filebucket list --local --fromdate '2026-01-01 12:00:00'

Exit codes: 0 success, 1 there is no such bucket.")]
pub(crate) struct FilebucketList {
    /// List only entries from this time on: 2026-01-31 or '2026-01-31 12:00:00'
    #[arg(short, long, value_name = "TIME")]
    pub(crate) fromdate: Option<String>,
    /// List only entries up to this time
    #[arg(short, long, value_name = "TIME")]
    pub(crate) todate: Option<String>,
    #[command(flatten)]
    pub(crate) place: Bucket,
}

// `marotte filebucket diff`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte filebucket diff --local /etc/motd \\
      ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad

Exit codes: 0 success, with or without differences; 1 a side is missing.")]
pub(crate) struct FilebucketDiff {
    /// Two files or SHA-256 digests
    #[arg(value_name = "FILE|SHA256")]
    pub(crate) sides: Vec<String>,
    #[command(flatten)]
    pub(crate) place: Bucket,
}
