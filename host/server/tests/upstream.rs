//! Servers with an upstream server: fallback for catalogs that need Ruby, and comparison with its catalogs.

#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

#[path = "recorded/client.rs"]
mod client;
#[path = "upstream/fake.rs"]
mod fake;
#[path = "upstream/fallback.rs"]
mod fallback;
#[path = "upstream/fixture.rs"]
mod fixture;
#[path = "recorded/process.rs"]
mod process;
#[path = "upstream/shadow.rs"]
mod shadow;

use std::time::Duration;

use server::UpstreamLimits;

/// The media type of catalogs.
const RICH: &str = "application/vnd.puppet.rich+json; charset=utf-8";

/// Short limits.
fn limits() -> UpstreamLimits {
    UpstreamLimits {
        connect_time: Duration::from_secs(2),
        reply_time: Duration::from_secs(2),
        pause: Duration::from_secs(1),
        reply_size: 1 << 20,
    }
}
