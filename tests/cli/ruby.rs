//! The commands of the Ruby interpreter, and functions in Ruby without it. `tests/ruby.rs` has the tests that need it.

use std::fs;

use crate::scratch;

#[test]
fn missing_interpreter_is_reported_with_the_command_that_installs_it() {
    let scratch = scratch();
    let _ = scratch.run(&["ruby", "show"]).expect(1).complains("install one with 'marotte ruby add FILE'");
    let _ = scratch.run(&["ruby", "remove"]).expect(1).complains("No Ruby interpreter is installed");
}

#[test]
fn unknown_interpreter_is_refused_with_its_digest() {
    let scratch = scratch();
    let file = scratch.file("ruby.wasm", "no interpreter").display().to_string();
    let outcome = scratch.run(&["ruby", "add", &file]).expect(1);
    let _ = outcome.complains("is not a known interpreter (SHA-256 ").complains("@ruby/3.4-wasm-wasi 2.10.1");
    let _ = scratch.run(&["ruby", "add", "/nowhere"]).expect(1).complains("/nowhere: No such file or directory");
    let package = scratch.path("empty.tgz");
    fs::write(&package, [0x1f, 0x8b, 0, 0]).unwrap();
    let _ = scratch.run(&["ruby", "add", &package.display().to_string()]).expect(1).complains("empty.tgz: ");
}

#[test]
fn function_in_ruby_is_rejected_without_the_interpreter() {
    let scratch = scratch();
    let function = scratch.file("modules/acme/lib/puppet/functions/acme/role.rb", "");
    let modules = scratch.path("modules").display().to_string();
    let hint = format!(
        "the function is written in Ruby ({}), which needs an interpreter; install one with 'marotte ruby add",
        function.display()
    );
    let _ = scratch.apply("notice(acme::role())", &["--modulepath", &modules]).expect(1).complains(&hint);
}

#[test]
fn templates_are_rendered_by_ruby_only_if_it_is_installed() {
    let scratch = scratch();
    let _ = scratch.apply("notice(inline_template('<%= 1 %>'))", &[]).expect(0).says("1");
    let outcome = scratch.apply("notice(inline_template('<%= 1 %>'))", &["--ruby_templates"]).expect(1);
    let _ = outcome
        .complains("the setting ruby_templates lets the Ruby interpreter render templates, but none is installed");
}
