//! Resource types that modules implement in Ruby: `module trust`, and runs with them.

use std::fs;
use std::path::Path;

use super::site::Site;

/// Returns a directory with the module `acme`.
fn acme() -> Site {
    let site = Site::empty();
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("ruby/resource_types");
    for (from, to) in [("type.rb", "type/acme_line.rb"), ("provider.rb", "provider/acme_line/ruby.rb")] {
        site.write(&format!("modules/acme/lib/puppet/{to}"), &fs::read_to_string(cases.join(from)).unwrap());
    }
    site
}

impl Site {
    /// Trusts the module.
    fn trust(&self, more: &[&str]) {
        let (status, output) = self.run(&[&["module", "trust", "acme", "--accept-grants"], more].concat());
        assert_eq!(status, Some(0), "{output}");
        assert!(output.contains("may run the Ruby code of the module 'acme' (2 files)"), "{output}");
    }

    /// Applies a manifest, in which `FILE` is a file of the directory.
    fn apply(&self, manifest: &str, more: &[&str]) -> (Option<i32>, String) {
        let manifest = manifest.replace("FILE", &self.path("lines"));
        self.run(&[&["apply", "-e", &manifest, "--detailed-exitcodes"], more].concat())
    }

    fn lines(&self) -> String {
        fs::read_to_string(self.path("lines")).unwrap_or_default()
    }
}

const ONE: &str = "acme_line { 'one': ensure => present, path => 'FILE', suffix => 'first' }";

#[test]
fn types_in_ruby_run_after_their_module_is_trusted() {
    let Some(_) = super::store() else { return };
    let site = acme();
    let (status, output) = site.apply(ONE, &[]);
    assert!(status == Some(4) && output.contains("'marotte module trust MODULE'"), "{output}");
    site.trust(&[]);
    let (status, output) = site.apply(ONE, &["--noop"]);
    assert!(status == Some(0) && output.contains("current_value 'absent', should be 'present' (noop)"), "{output}");
    assert_eq!(site.lines(), "");
    let (status, output) = site.apply(ONE, &[]);
    assert!(status == Some(2) && output.contains("Acme_line[one]/ensure: created"), "{output}");
    // The command that the provider runs.
    assert!(output.contains("lines: 1"), "{output}");
    assert_eq!(site.lines(), "one FIRST\n");
    assert_eq!(site.apply(ONE, &[]).0, Some(0));
    let (status, output) = site.apply(&ONE.replace("first", "second"), &[]);
    assert!(status == Some(2) && output.contains("suffix changed 'FIRST' to 'SECOND'"), "{output}");
    let (status, output) = site.run(&["undo"]);
    assert_eq!((status, site.lines()), (Some(0), "one FIRST\n".to_owned()), "{output}");
}

#[test]
fn values_of_types_in_ruby_are_validated_by_their_code() {
    let Some(_) = super::store() else { return };
    let site = acme();
    site.trust(&[]);
    let (status, output) = site.apply("acme_line { 'one': path => 'relative' }", &[]);
    let expected = "Parameter path failed on Acme_line[one]: path must be absolute, not 'relative'";
    assert!(status == Some(1) && output.contains(expected), "{output}");
    let (status, output) = site.apply("acme_line { 'one': colour => 'red' }", &[]);
    assert!(status == Some(1) && output.contains("no parameter named 'colour'"), "{output}");
}

#[test]
fn changed_code_is_not_run_until_it_is_trusted_again() {
    let Some(_) = super::store() else { return };
    let site = acme();
    site.trust(&[]);
    let file = "modules/acme/lib/puppet/provider/acme_line/ruby.rb";
    let code = fs::read_to_string(site.path(file)).unwrap();
    site.write(file, &format!("{code}# changed\n"));
    let (status, output) = site.apply(ONE, &[]);
    assert!(
        status == Some(1) && output.contains("'marotte module trust acme' shows what its code may do now"),
        "{output}"
    );
    assert_eq!(site.lines(), "");
    site.trust(&[]);
    assert_eq!(site.apply(ONE, &[]).0, Some(2));
}

#[test]
fn code_cannot_do_what_is_not_granted() {
    let Some(_) = super::store() else { return };
    let site = acme();
    site.trust(&[]);
    for (attack, message) in [
        ("File.write('FILE.other', 'x')", "Permission denied"),
        ("File.read('/etc/shadow')", "Permission denied"),
        ("File.unlink('/etc/hostname')", "Permission denied"),
        ("system('touch', 'FILE.other')", "no grant of its manifest covers it"),
        ("`touch FILE.other`", "no grant of its manifest covers it"),
        ("Marotte.ask('file_write', path: 'FILE.other', content: 'x')", "no grant of its manifest covers it"),
        ("fork { }", "cannot fork here"),
        ("TCPSocket.new('127.0.0.1', 22)", "cannot use sockets here"),
        ("exit!", "the Ruby process ended"),
    ] {
        let attack = attack.replace("FILE", &site.path("lines"));
        let manifest = format!("acme_line {{ 'one': ensure => present, path => 'FILE', attack => \"{attack}\" }}");
        let (status, output) = site.apply(&manifest, &[]);
        assert!(status == Some(4) && output.contains(message), "{attack}: {output}");
        assert!(!Path::new(&site.path("lines.other")).exists(), "{attack}");
    }
    // With a grant, the same code can do it.
    site.trust(&["--write", &site.path("lines.other")]);
    let attack = format!("File.write('{}', 'x')", site.path("lines.other"));
    let manifest = format!("acme_line {{ 'one': ensure => present, path => 'FILE', attack => \"{attack}\" }}");
    let (status, output) = site.apply(&manifest, &[]);
    assert_eq!(status, Some(2), "{output}");
    assert_eq!(fs::read_to_string(site.path("lines.other")).unwrap(), "x");
}

/// A resource that copies `from` to the content of a `file`.
const COPY: &str = "file { 'TARGET': ensure => file }
acme_copy { 'c': from => 'FROM', target_file => 'TARGET', before => File['TARGET'] }";

#[test]
fn grants_are_learnt_from_what_was_refused() {
    let Some(_) = super::store() else { return };
    let site = module_of_type("learning", "acme_copy", "copy.rb");
    site.write("from", "copied\n");
    let manifest = COPY.replace("TARGET", &site.path("target")).replace("FROM", &site.path("from"));
    let trust = |more: &[&str]| site.run(&[&["module", "trust", "learning", "--accept-grants"], more].concat());
    let apply = |more: &[&str]| site.run(&[&["apply", "-e", &manifest, "--detailed-exitcodes"], more].concat());
    assert_eq!(trust(&[]).0, Some(0));
    let (status, output) = trust(&["--learn"]);
    assert!(status == Some(1) && output.contains("Nothing was refused to this module"), "{output}");
    let (status, output) = trust(&["--without", "/etc/passwd"]);
    assert!(status == Some(1) && output.contains("the code does not name it"), "{output}");

    // Each dry run comes further.
    let (_, output) = apply(&["--noop"]);
    assert!(output.contains("the file is not known"), "{output}");
    // Nothing is granted before it is accepted.
    let (status, output) = site.run(&["module", "trust", "learning", "--learn"]);
    assert!(status == Some(1) && output.contains("read the resources of the type file"), "{output}");
    let (_, output) = apply(&["--noop"]);
    assert!(output.contains("the file is not known"), "{output}");
    let (_, output) = trust(&["--learn"]);
    assert!(output.contains("read the resources of the type file"), "{output}");
    let (_, output) = apply(&["--noop"]);
    assert!(output.contains("Permission denied"), "{output}");
    let (_, output) = trust(&["--learn"]);
    assert!(output.contains(&format!("read {}", site.path("from"))), "{output}");
    assert!(output.contains("read the resources of the type file"), "a grant of the last time: {output}");
    let (status, output) = trust(&["--learn"]);
    assert!(status == Some(1) && output.contains("Nothing was refused to this module"), "{output}");
    let (_, output) = apply(&["--noop"]);
    assert!(output.contains("may not change desired values of resources of the type 'file'"), "{output}");
    let (_, output) = trust(&["--learn"]);
    assert!(output.contains("change the desired values of resources of the type file"), "{output}");

    let (status, output) = apply(&[]);
    assert_eq!(
        (status, fs::read_to_string(site.path("target")).unwrap()),
        (Some(2), "copied\n".to_owned()),
        "{output}"
    );
    assert_eq!(apply(&[]).0, Some(0));
    // Without `before`, the file is applied first.
    let manifest = manifest.replace(", before =>", ", require =>");
    site.write("from", "changed\n");
    let (status, output) = site.run(&["apply", "-e", &manifest, "--detailed-exitcodes"]);
    assert!(status == Some(4) && output.contains("has already been applied"), "{output}");
}

/// Returns a directory with a module that consists of one type.
fn module_of_type(module: &str, type_name: &str, code: &str) -> Site {
    let site = Site::empty();
    let code = Path::new(env!("CARGO_MANIFEST_DIR")).join("ruby/resource_types").join(code);
    let file = format!("modules/{module}/lib/puppet/type/{type_name}.rb");
    site.write(&file, &fs::read_to_string(code).unwrap());
    site
}

#[test]
fn secrets_and_added_types_are_learnt() {
    let Some(_) = super::store() else { return };
    let site = module_of_type("adding", "acme_add", "add.rb");
    let lines = site.path("lines");
    let manifest = format!("acme_add {{ 'a': kind => 'file', place => '{lines}', pin => Sensitive('1234') }}");
    let trust = |more: &[&str]| site.run(&[&["module", "trust", "adding", "--accept-grants"], more].concat());
    let apply = |more: &[&str]| site.run(&[&["apply", "-e", &manifest, "--detailed-exitcodes"], more].concat());
    assert_eq!(trust(&[]).0, Some(0));
    let (_, output) = apply(&["--noop"]);
    assert!(output.contains("the value of 'pin' is secret"), "{output}");
    let (_, output) = trust(&["--learn"]);
    assert!(output.contains("read in plain text the secret in pin"), "{output}");
    let (_, output) = apply(&["--noop"]);
    assert!(output.contains("may not add File["), "{output}");
    let (_, output) = trust(&["--learn"]);
    assert!(output.contains("add resources of the type file"), "{output}");
    let (status, output) = apply(&[]);
    assert_eq!((status, site.lines()), (Some(2), "added".to_owned()), "{output}");
}

#[test]
fn providers_of_built_in_types_are_called_with_a_grant() {
    let Some(_) = super::store() else { return };
    let site = module_of_type("calling", "acme_call", "call.rb");
    site.write("lines", "one\n");
    let manifest = format!("acme_call {{ 'two': path => '{}' }}", site.path("lines"));
    let trust = |more: &[&str]| site.run(&[&["module", "trust", "calling", "--accept-grants"], more].concat());
    let apply =
        |manifest: &str, more: &[&str]| site.run(&[&["apply", "-e", manifest, "--detailed-exitcodes"], more].concat());

    let (_, output) = trust(&["--call", "exec"]);
    assert!(output.contains("read and change the system by the providers of the type exec"), "{output}");
    let (_, output) = apply(&manifest, &["--noop"]);
    assert!(output.contains("may not call a provider of the type 'file_line'"), "{output}");
    let (_, output) = trust(&["--learn"]);
    assert!(output.contains("read and change the system by the providers of the type file_line"), "{output}");

    let (status, output) = apply(&manifest, &["--noop"]);
    assert!(status == Some(0) && output.contains("current_value 'absent', should be 'present' (noop)"), "{output}");
    assert_eq!(site.lines(), "one\n");
    let (status, output) = apply(&manifest, &[]);
    assert_eq!((status, site.lines()), (Some(2), "one\ntwo\n".to_owned()), "{output}");
    assert_eq!(apply(&manifest, &[]).0, Some(0));
    let (status, output) = site.run(&["undo"]);
    assert_eq!((status, site.lines()), (Some(0), "one\n".to_owned()), "{output}");
    let (status, output) = apply(&manifest.replace("path", "ensure => absent, path").replace("two", "one"), &[]);
    assert_eq!((status, site.lines()), (Some(2), String::new()), "{output}");

    // A resource that is not valid, and a method that does not concern attributes.
    let (status, output) = apply("acme_call { 'two': path => 'relative' }", &[]);
    assert!(status == Some(4) && output.contains("Parameter path failed on File_line[two]"), "{output}");
    let (status, output) = apply(&manifest.replace("path", "run => true, path"), &[]);
    assert!(status == Some(4) && output.contains("Ruby code cannot call 'run' of the provider"), "{output}");
}

#[test]
fn sources_are_read_as_modules_serve_them_and_as_granted() {
    let Some(_) = super::store() else { return };
    let site = module_of_type("serving", "acme_serve", "serve.rb");
    site.write("modules/serving/files/inner/text", "from the module\n");
    site.write("source", "from a path\n");
    let (_, output) = site.run(&["module", "trust", "serving", "--accept-grants"]);
    assert!(output.contains("read @source"), "{output}");
    let apply = |source: &str| {
        let manifest = format!("acme_serve {{ '{}': source => '{source}' }}", site.path("lines"));
        site.run(&["apply", "-e", &manifest, "--detailed-exitcodes"])
    };
    let (status, output) = apply("puppet:///modules/serving/inner/none");
    let expected = "Could not retrieve source puppet:///modules/serving/inner/none";
    assert!(status == Some(1) && output.contains(expected), "{output}");
    let (status, output) = apply("puppet:///modules/serving/inner/text");
    assert_eq!((status, site.lines()), (Some(2), "from the module\n".to_owned()), "{output}");
    let (status, output) = apply(&site.path("source"));
    assert_eq!((status, site.lines()), (Some(2), "from a path\n".to_owned()), "{output}");
    // Without the grant, only files of modules can be read.
    let (_, output) = site.run(&["module", "trust", "serving", "--accept-grants", "--without", "@source"]);
    assert!(!output.contains("read @source"), "{output}");
    site.write("source", "changed\n");
    let (status, output) = apply(&site.path("source"));
    assert!(status == Some(4) && output.contains("may not read"), "{output}");
    assert_eq!(apply("puppet:///modules/serving/inner/text").0, Some(2));
}

#[test]
fn modules_provide_packages_of_the_built_in_type() {
    let Some(_) = super::store() else { return };
    let site = Site::empty();
    let file = "modules/packs/lib/puppet/provider/package/acme_list.rb";
    let code = Path::new(env!("CARGO_MANIFEST_DIR")).join("ruby/resource_types/package_provider.rb");
    site.write(file, &fs::read_to_string(code).unwrap());
    site.write("modules/packs/lib/puppet/provider/exec/acme.rb", "Puppet::Type.type(:exec).provide(:acme)");
    site.write(
        "modules/packs/lib/puppet/provider/package/orphan.rb",
        "Puppet::Type.type(:package).provide(:orphan, parent: :missing)",
    );
    let package = |name: &str, ensure: &str| {
        let source = site.path("lines");
        format!("package {{ '{name}': ensure => '{ensure}', provider => acme_list, source => '{source}' }}")
    };
    let apply = |ensure: &str, more: &[&str]| {
        site.run(&[&["apply", "-e", &package("one", ensure), "--detailed-exitcodes"], more].concat())
    };

    let (status, output) = apply("present", &[]);
    assert!(status == Some(1) && output.contains("Invalid package provider 'acme_list'"), "{output}");
    let hint = format!("it is written in Ruby ({}), which is run once its module is trusted", site.path(file));
    assert!(output.contains(&hint), "{output}");

    let (status, output) = site.run(&[
        "module",
        "trust",
        "packs",
        "--accept-grants",
        "--read",
        &site.path("*"),
        "--write",
        &site.path("lines"),
    ]);
    assert_eq!(status, Some(0), "{output}");
    assert!(output.contains("provider acme_list of package"), "{output}");
    assert!(output.contains("manage the resources of the type package"), "{output}");
    assert!(output.contains("Without the providers of exec: providers in Ruby are supported for"), "{output}");
    assert!(output.contains("Could not find parent provider missing of orphan"), "{output}");
    let (_, output) = site.run(&["describe", "package", "--providers"]);
    assert!(output.contains("acme_list") && output.contains("Packages in a list."), "{output}");

    let (status, output) = apply("1.0", &["--noop"]);
    assert!(status == Some(0) && output.contains("current_value 'absent', should be '1.0' (noop)"), "{output}");
    assert_eq!(site.lines(), "");
    let (status, output) = apply("1.0", &[]);
    assert!(status == Some(2) && output.contains("Package[one]/ensure: created"), "{output}");
    assert_eq!(site.lines(), "one 1.0\n");
    assert_eq!(apply("1.0", &[]).0, Some(0));
    assert_eq!(apply("present", &[]).0, Some(0));
    let (status, output) = apply("latest", &[]);
    assert!(status == Some(2) && output.contains("ensure changed '1.0' to '9.0'"), "{output}");
    let (status, output) = site.run(&["undo"]);
    assert_eq!((status, site.lines()), (Some(0), "one 1.0\n".to_owned()), "{output}");
    let (status, output) = apply("absent", &[]);
    assert!(status == Some(2) && output.contains("Package[one]/ensure: removed"), "{output}");
    assert_eq!(site.lines(), "");

    // The checks of the built-in type, and a feature that the provider lacks.
    let (status, output) = site.run(&["apply", "-e", &package("-x", "present")]);
    assert!(status == Some(1) && output.contains("a command would parse it as an option"), "{output}");
    let (status, output) = apply("purged", &[]);
    assert!(status == Some(1) && output.contains("must have features 'purgeable'"), "{output}");
}
