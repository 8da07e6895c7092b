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
    let site = Site::empty();
    let code = Path::new(env!("CARGO_MANIFEST_DIR")).join("ruby/resource_types/copy.rb");
    site.write("modules/learning/lib/puppet/type/acme_copy.rb", &fs::read_to_string(code).unwrap());
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
    let (_, output) = trust(&["--learn"]);
    assert!(output.contains("read the resources of the type file"), "{output}");
    let (_, output) = apply(&["--noop"]);
    assert!(output.contains("Permission denied"), "{output}");
    let (_, output) = trust(&["--learn"]);
    assert!(output.contains(&format!("read {}", site.path("from"))), "{output}");
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
