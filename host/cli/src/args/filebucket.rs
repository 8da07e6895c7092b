//! Owns the flags of `filebucket`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Common;

/// `marotte filebucket`
#[derive(Debug, Subcommand)]
pub(crate) enum FilebucketCommand {
    /// Put files into the bucket, and print their SHA-256
    Backup(FilebucketBackup),
    /// Print the contents with a SHA-256
    Get(FilebucketGet),
    /// Put the contents with a SHA-256 into a file; that is a run which can be undone
    Restore(FilebucketRestore),
    /// List what is in the bucket
    List(FilebucketList),
    /// Compare files, or contents with a SHA-256
    Diff(FilebucketDiff),
}

/// Which bucket.
#[derive(Debug, Args)]
pub(crate) struct Bucket {
    /// The bucket of this machine, which runs fill
    #[arg(short, long, conflicts_with = "bucket")]
    pub(crate) local: bool,
    /// The bucket in this folder
    #[arg(short, long, value_name = "DIR")]
    pub(crate) bucket: Option<PathBuf>,
    /// The bucket of a server: there is none to ask, so this is refused
    #[arg(short, long, conflicts_with_all = ["local", "bucket"])]
    pub(crate) remote: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte filebucket backup`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte filebucket backup --local /etc/motd

Exit codes: 0 they are there, or one is not there to be read, which is told; 1 it could not be done.")]
pub(crate) struct FilebucketBackup {
    /// The files
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) place: Bucket,
}

/// `marotte filebucket get`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte filebucket get --local ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad

Exit codes: 0 they are printed, 1 there are none.")]
pub(crate) struct FilebucketGet {
    /// The SHA-256 of the contents
    #[arg(value_name = "SHA256", default_value = "", hide_default_value = true)]
    pub(crate) digest: String,
    #[command(flatten)]
    pub(crate) place: Bucket,
}

/// `marotte filebucket restore`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte filebucket restore --local /etc/motd ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
  marotte undo                      take it back

Exit codes: 0 the file has them, 1 there are none or it can't be written.")]
pub(crate) struct FilebucketRestore {
    /// The file; it need not be the one that they came from
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The SHA-256 of the contents
    #[arg(value_name = "SHA256", default_value = "", hide_default_value = true)]
    pub(crate) digest: String,
    #[command(flatten)]
    pub(crate) place: Bucket,
}

/// `marotte filebucket list`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte filebucket list --local
  marotte filebucket list --local --fromdate '2026-01-01 12:00:00' --todate 2026-02-01

Exit codes: 0 it is listed, 1 there is no such bucket.")]
pub(crate) struct FilebucketList {
    /// Only what came at this time or later: 2026-01-31 or '2026-01-31 12:00:00'
    #[arg(short, long, value_name = "TIME")]
    pub(crate) fromdate: Option<String>,
    /// Only what came at this time or before
    #[arg(short, long, value_name = "TIME")]
    pub(crate) todate: Option<String>,
    #[command(flatten)]
    pub(crate) place: Bucket,
}

/// `marotte filebucket diff`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte filebucket diff --local ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad /etc/motd

Exit codes: 0 the difference is printed, or there is none; 1 there is nothing to compare.")]
pub(crate) struct FilebucketDiff {
    /// Two of them: files, or the SHA-256 of contents
    #[arg(value_name = "FILE|SHA256")]
    pub(crate) sides: Vec<String>,
    #[command(flatten)]
    pub(crate) place: Bucket,
}
