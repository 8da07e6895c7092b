//! A runtime with the built-in providers and the misbehaving ones, with a temporary directory as its root.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use catalog::Value;
use catalog::schema::{Fallback, Hook};
use runtime::{ComponentSource, Runtime, RuntimeConfig};
use transaction::provider::{ProviderError, Providers as _, Row, RunContext, State};

/// Builds a component of this workspace, in the same target directory as the build of the binary.
fn component(package: &str) -> Vec<u8> {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let directory = BUILT.get_or_init(|| {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().join("components");
        let mut cargo = Command::new(env!("CARGO"));
        cargo
            .args(["build", "--quiet", "--profile", "component", "--target", "wasm32-wasip2", "--target-dir"])
            .arg(&target);
        cargo.args(["--package", "marotte-provider-file", "--package", "marotte-provider-exec"]);
        cargo.args(["--package", "marotte-test-misbehaving"]);
        for variable in ["CARGO_ENCODED_RUSTFLAGS", "RUSTFLAGS", "RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER"] {
            cargo.env_remove(variable);
        }
        assert!(cargo.current_dir(workspace).status().unwrap().success(), "the components do not build");
        target.join("wasm32-wasip2/component")
    });
    fs::read(directory.join(package.replace('-', "_") + ".wasm")).unwrap()
}

/// A runtime with a temporary directory as its root.
pub(crate) struct Fixture {
    pub(crate) directory: tempfile::TempDir,
    pub(crate) runtime: Runtime,
    next: u32,
}

impl Fixture {
    pub(crate) fn new(run: &RunContext) -> Self {
        Self::with(run, |_| {})
    }

    pub(crate) fn with(run: &RunContext, change: impl FnOnce(&mut RuntimeConfig)) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().join("root");
        fs::create_dir_all(root.join("etc")).unwrap();
        fs::create_dir_all(root.join("tmp")).unwrap();
        fs::write(root.join("etc/passwd"), "root:x:0:0:root:/root:/bin/sh\nbob:x:1000:1000::/home/bob:/bin/sh\n")
            .unwrap();
        fs::write(root.join("etc/group"), "root:x:0:\nbob:x:1000:\n").unwrap();
        let packages = ["marotte-provider-file", "marotte-provider-exec", "marotte-test-misbehaving"];
        let sources = packages.map(|package| ComponentSource::new(package, component(package)));
        let mut config = RuntimeConfig::new(sources.to_vec());
        config.root = root;
        config.state = directory.path().join("state");
        config.cache = Some(Path::new(env!("CARGO_TARGET_TMPDIR")).join("native"));
        config.environment = vec![("PATH".into(), "/usr/bin:/bin".into())];
        // Sufficient to exhaust the memory limit of a component even on a busy machine.
        config.limits.compute = Duration::from_secs(2);
        change(&mut config);
        let mut runtime = Runtime::new(config).unwrap();
        runtime.begin(run);
        Self { directory, runtime, next: 0 }
    }

    pub(crate) fn root(&self, path: &str) -> PathBuf {
        self.directory.path().join("root").join(path.trim_start_matches('/'))
    }

    /// Creates a row like the transaction, with defaults and canonical values.
    pub(crate) fn row(&mut self, type_name: &str, title: &str, attributes: &[(&str, Value)]) -> Row {
        self.next += 1;
        let schema = self.runtime.schema(type_name).unwrap();
        let mut row = Row { id: self.next, title: title.into(), slots: Arc::default() };
        for (column, attribute) in (0..).zip(&schema.attributes) {
            if let Some(Fallback::Constant(value)) = &attribute.default {
                row.set(column, catalog::wire::from_json(value).unwrap());
            }
        }
        let namevar = schema.namevars().next().unwrap().0;
        row.set(u16::try_from(namevar).unwrap(), title.into());
        for (name, value) in attributes {
            row.set(u16::try_from(schema.column(name).unwrap()).unwrap(), value.clone());
        }
        let mut rows = vec![row];
        if schema.hooks.contains(&Hook::Canonicalize) {
            assert_eq!(self.runtime.canonicalize(type_name, None, &mut rows).unwrap(), []);
        }
        rows.remove(0)
    }

    pub(crate) fn get(&mut self, type_name: &str, rows: &[&Row]) -> Vec<Result<State, ProviderError>> {
        let provider = self.runtime.providers(type_name)[0].name.clone();
        self.runtime.get(type_name, &provider, rows)
    }

    pub(crate) fn set(&mut self, type_name: &str, row: &Row, changed: &[&str]) -> Result<(), ProviderError> {
        let provider = self.runtime.providers(type_name)[0].name.clone();
        let current = self.get(type_name, &[row]).remove(0)?;
        let schema = self.runtime.schema(type_name).unwrap();
        let changed: Vec<u16> =
            changed.iter().map(|name| u16::try_from(schema.column(name).unwrap()).unwrap()).collect();
        for applied in self.runtime.set(type_name, &provider, row, &current, &changed)? {
            applied.outcome?;
        }
        Ok(())
    }
}

/// Creates a row of exec for a command.
pub(crate) fn exec(it: &mut Fixture, command: &str, attributes: &[(&str, Value)]) -> Row {
    let mut all =
        vec![("command", Value::from(command)), ("path", Value::Array(vec!["/usr/bin".into(), "/bin".into()]))];
    all.extend_from_slice(attributes);
    it.row("exec", command, &all)
}
