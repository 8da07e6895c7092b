//! Builds the built-in providers as components, compiles them to native code, and writes the list that the
//! library embeds: the description and the compressed native code of each.
//!
//! The code of one component is the dictionary with which the others are compressed, since every component contains the same
//! parts of the SDK. They need half of the space then. The dictionary itself is not compressed: its component is loaded by almost
//! every run.

#[path = "build/component.rs"]
mod component;

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, panic, process, thread};

use runtime::{ComponentRegistry, ComponentSource, Precompiler};
use sha2::{Digest as _, Sha256};

/// The component whose code is the dictionary.
const DICTIONARY: &str = "file";

/// The component that runs resource types in Ruby.
const RUBY: &str = "marotte-ruby-component";

/// The level of compression of components without native code and of descriptions.
const LEVEL: i32 = 19;

fn main() {
    component::watch(&[
        "host/ruby-vm/component",
        "providers",
        "sdk",
        "wit",
        "Cargo.lock",
        "Cargo.toml",
        "host/engine/build",
    ]);
    if let Err(reason) = build() {
        println!("cargo::error={reason}");
        process::exit(1);
    }
}

fn build() -> Result<(), String> {
    let names = provider_names()?;
    let packages: Vec<String> = names.iter().map(|name| format!("marotte-provider-{name}")).collect();
    let built: Vec<String> = packages.iter().cloned().chain([RUBY.to_owned()]).collect();
    let artifacts = component::build(&built, &["--lib"])?;
    let directory = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    compress(&read(&artifacts.join(component::file_name(RUBY)))?, &directory.join("ruby.wasm.zst"))?;
    let of_dictionary = artifacts.join(component::file_name(&format!("marotte-provider-{DICTIONARY}")));
    let compiler = compiler(&read(&of_dictionary)?, &directory.join("native"))?;
    let dictionary = compiler.as_ref().map_or(&[][..], |compiler| &compiler.dictionary);
    write(&directory.join("dictionary"), dictionary)?;
    let mut components = Vec::new();
    for (name, package) in names.iter().zip(&packages) {
        components.push((name.as_str(), read(&artifacts.join(component::file_name(package)))?));
    }
    let rows = rows(&components, compiler.as_ref(), &directory)?;
    let list: String = rows.iter().map(|row| format!("        {},\n", row.element)).collect();
    let content: String = rows.into_iter().map(|row| row.content).collect();
    write(&directory.join("components.rs"), format!("{{\n{content}    &[\n{list}    ]\n}}\n").as_bytes())?;
    // Checks that the components are compatible with each other.
    let sources = components.into_iter().map(|(name, bytes)| ComponentSource::new(name, bytes));
    ComponentRegistry::new(sources.collect()).map(|_| ()).map_err(|reason| reason.to_string())
}

/// A component in the list that the library embeds.
struct Row {
    /// The expression of the element, which starts with the name of the component.
    element: String,
    /// The statics with the content of the files. Apart from the elements, whose names and digests every run reads: they fill a few
    /// pages of memory then, instead of one for each component.
    content: String,
}

/// Writes the files of all components, on as many threads as there are processors, and returns the rows of the list.
fn rows(
    components: &[(&str, Vec<u8>)],
    compiler: Option<&NativeCompiler>,
    directory: &Path,
) -> Result<Vec<Row>, String> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut rows = Vec::new();
        while let Some((name, bytes)) = components.get(next.fetch_add(1, Ordering::Relaxed)) {
            rows.push(row(name, bytes, compiler, directory)?);
        }
        Ok(rows)
    };
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let rows: Result<Vec<Vec<Row>>, String> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().map(|worker| worker.join().unwrap_or_else(|panic| panic::resume_unwind(panic))).collect()
    });
    let mut rows: Vec<Row> = rows?.into_iter().flatten().collect();
    rows.sort_by(|one, other| one.element.cmp(&other.element));
    Ok(rows)
}

/// Writes the files of a component, and returns its row in the list.
fn row(name: &str, component: &[u8], compiler: Option<&NativeCompiler>, directory: &Path) -> Result<Row, String> {
    let digest: [u8; 32] = Sha256::digest(component).into();
    let embedded = directory.join(format!("{name}.wasm.zst"));
    let mut content = String::new();
    let native = match compiler {
        Some(compiler) => {
            let description = runtime::without_code(name, component).map_err(|reason| reason.to_string())?;
            compress(&description, &embedded)?;
            compiler.native(name, component, &digest, &mut content)?
        }
        None => {
            compress(component, &embedded)?;
            "None".to_owned()
        }
    };
    let description = embed(name, "DESCRIPTION", &embedded, &mut content);
    let outline = outline(name, component)?;
    Ok(Row { element: format!("({name:?}, {description}, {digest:?}, {native}, {outline})"), content })
}

/// Adds a static with the content of a file, and returns its name.
fn embed(name: &str, kind: &str, file: &Path, content: &mut String) -> String {
    let identifier = format!("{}_{kind}", name.to_uppercase().replace('-', "_"));
    let file = file.display().to_string();
    content.push_str(&format!("    static {identifier}: &[u8] = include_bytes!({file:?});\n"));
    identifier
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn write(path: &Path, content: &[u8]) -> Result<(), String> {
    fs::write(path, content).map_err(|e| format!("{}: {e}", path.display()))
}

/// Writes a component without native code, compressed.
fn compress(component: &[u8], target: &Path) -> Result<(), String> {
    write(target, &zstd::bulk::compress(component, LEVEL).map_err(|e| e.to_string())?)
}

/// Returns the expression that embeds the names in a component's schema.
fn outline(name: &str, component: &[u8]) -> Result<String, String> {
    let package = runtime::read_package(name, component).map_err(|reason| reason.to_string())?;
    let types: Vec<&str> = package.schema.types.iter().map(|schema| schema.name.as_str()).collect();
    let mut provides: Vec<&str> = package.schema.providers.iter().map(|provider| provider.type_name.as_str()).collect();
    provides.dedup();
    let finds = &package.manifest.resources.find;
    Ok(format!(
        "ComponentIndex {{ types: NameList::Fixed(&{types:?}), provides: NameList::Fixed(&{provides:?}), finds: NameList::Fixed(&{finds:?}) }}"
    ))
}

/// Compiler of components, and the dictionary for their code.
struct NativeCompiler {
    precompiler: Precompiler,
    /// The directory of compiled code, with a directory for each component.
    directory: PathBuf,
    dictionary: Vec<u8>,
    /// Identifies the dictionary in names of files.
    dictionary_name: String,
}

/// Returns `None` for a platform that the build cannot compile for; native code is then compiled on the first run.
fn compiler(dictionary: &[u8], directory: &Path) -> Result<Option<NativeCompiler>, String> {
    let platform = env::var("TARGET").unwrap_or_default();
    let precompiler = match Precompiler::new(&platform) {
        Ok(precompiler) => precompiler,
        Err(reason) => {
            println!("cargo::warning=no native code for {platform}: {reason}");
            return Ok(None);
        }
    };
    let mut compiler = NativeCompiler {
        dictionary_name: precompiler.name(&Sha256::digest(dictionary).into()),
        precompiler,
        directory: directory.to_owned(),
        dictionary: Vec::new(),
    };
    let compile = || compiler.precompiler.compile(dictionary).map_err(|reason| reason.to_string());
    compiler.dictionary = compiler.cached(DICTIONARY, &compiler.dictionary_name, compile)?;
    Ok(Some(compiler))
}

impl NativeCompiler {
    /// Compiles a component to native code, adds the static with it, and returns the expression of the code.
    fn native(&self, name: &str, component: &[u8], digest: &[u8; 32], content: &mut String) -> Result<String, String> {
        if name == DICTIONARY {
            return Ok("Some(NativeCode::Plain(DICTIONARY))".to_owned());
        }
        let fault = |reason: &dyn std::fmt::Display| format!("{name}: {reason}");
        let own_name = self.precompiler.name(digest);
        let compile = || self.precompiler.compile(component).map_err(|reason| fault(&reason));
        let code = self.cached(name, &own_name, compile)?;
        let compressed_name = format!("{own_name}-{}", self.dictionary_name);
        let compress = || self.precompiler.compress(&code, &self.dictionary).map_err(|reason| fault(&reason));
        self.cached(&format!("{name}.zst"), &compressed_name, compress)?;
        let path = self.directory.join(format!("{name}.zst")).join(compressed_name);
        let code = embed(name, "CODE", &path, content);
        Ok(format!("Some(NativeCode::Compressed {{ code: {code}, dictionary: DICTIONARY }})"))
    }

    /// Returns the content of a file of an earlier build, or makes it. It is the only file in its directory.
    fn cached(
        &self,
        directory: &str,
        name: &str,
        make: impl FnOnce() -> Result<Vec<u8>, String>,
    ) -> Result<Vec<u8>, String> {
        let directory = self.directory.join(directory);
        let file = directory.join(name);
        if file.exists() {
            return read(&file);
        }
        let content = make()?;
        let fault = |error: std::io::Error| format!("{}: {error}", directory.display());
        if directory.exists() {
            fs::remove_dir_all(&directory).map_err(fault)?;
        }
        fs::create_dir_all(&directory).map_err(fault)?;
        let draft = directory.join("draft");
        write(&draft, &content)?;
        fs::rename(&draft, &file).map_err(fault)?;
        Ok(content)
    }
}

/// Returns the names of the providers. Each directory of `providers` is one provider.
fn provider_names() -> Result<Vec<String>, String> {
    let directory = component::workspace().join("providers");
    let entries = fs::read_dir(&directory).map_err(|e| format!("{}: {e}", directory.display()))?;
    let mut names: Vec<String> = entries
        .filter_map(Result::ok)
        .filter(|entry| entry.path().join("Cargo.toml").exists())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    Ok(names)
}
