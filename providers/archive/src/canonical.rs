//! The canonical form of sources, and errors for unsupported values.

use marotte_sdk::prelude::*;

use crate::{Archive, ArchiveAttribute, Switch};

impl Canonicalize for Archive {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        if let Some(proxy) = &row.proxy_server {
            let message = format!("proxy_server is not supported: no proxy is used, neither '{proxy}' nor another");
            problems.error(row, ArchiveAttribute::ProxyServer, message);
        }
        if row.allow_insecure == Switch::True {
            let message = "allow_insecure is not supported: certificates are always checked";
            problems.error(row, ArchiveAttribute::AllowInsecure, message);
        }
        if row.download_options.is_some() {
            let message = "download_options is not supported: no other program downloads";
            problems.error(row, ArchiveAttribute::DownloadOptions, message);
        }
        if row.source.as_ref().or(row.checksum_url.as_ref()).is_some() {
            // A `file:` URL has been converted to a path; the host must use the path as well.
            row.mark_changed();
        }
    }
}
