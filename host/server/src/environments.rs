//! The environments of the server.

use serde_json::{Map, json};

use puppet::Reply;

use crate::app::App;

/// Lists all environments with their settings.
pub(crate) fn list(app: &App) -> Result<Reply, Reply> {
    let mut environments = Map::new();
    for directory in app.settings.environmentpath.iter().flat_map(|path| engine::settings::directories_in(path)) {
        let Some(name) = directory.file_name().and_then(|name| name.to_str()) else { continue };
        if !engine::is_environment_name(name) || environments.contains_key(name) {
            continue;
        }
        let environment = app.environment(name)?;
        let environment = environment.environment();
        let settings = json!({
            "modulepath": environment.modulepath,
            "manifest": environment.manifest,
            "environment_timeout": app.settings.environment_timeout.map(|timeout| timeout.as_secs()),
            "config_version": environment.config_version,
        });
        environments.insert(name.to_owned(), json!({ "settings": settings }));
    }
    // The second one stands for environments that are built into Puppet.
    let paths = app.settings.environmentpath.iter().map(|path| format!("file://{}", path.display()));
    let search_paths: Vec<String> = paths.chain(["data:text/plain,internal".to_owned()]).collect();
    Ok(Reply::json(&json!({ "search_paths": search_paths, "environments": environments })))
}
