//! Declarations of types in modules that take precedence over built-in types of the same name.

use std::fs;

use marotte_tests::{Outcome, Scratch};

use crate::scratch;

/// A declaration of a built-in type with another set of attributes.
const DECLARATION: &str = "Puppet::Type.newtype(:file_line) do
  extend PuppetX::LineParameters
  ensurable
  newparam(:name, namevar: true)
  newproperty(:line)
  newparam(:extra) do
    defaultto 'none'
  end
end
";

struct Site {
    scratch: Scratch,
    modules: String,
}

impl Site {
    fn new() -> Self {
        let scratch = scratch();
        let _ = scratch.file("modules/lines/lib/puppet/type/file_line.rb", DECLARATION);
        let mixin = "module PuppetX\n  module LineParameters\n    def self.extended(type)\n      type.newparam(:path)\n    end\n  end\nend\n";
        let _ = scratch.file("modules/lines/lib/puppet_x/line_parameters.rb", mixin);
        let modules = scratch.path("modules").display().to_string();
        Self { scratch, modules }
    }

    fn apply(&self, code: &str, flags: &[&str]) -> Outcome {
        self.scratch.apply(code, &[&["--modulepath", &self.modules][..], flags].concat())
    }
}

#[test]
fn attribute_of_the_module_fails_its_resource_unless_it_has_its_default() {
    let site = Site::new();
    let code = "file { '/f': content => \"\" }
        file_line { 'a': path => '/f', line => 'a', extra => 'none' }
        file_line { 'b': path => '/f', line => 'b', extra => 'other' }";
    let reason = "File_line[b]: Could not evaluate: the module's declaration of the type 'file_line' has attributes that the installed \
                  provider does not support: extra";
    let _ = site.apply(code, &[]).expect(6).complains(reason);
    assert_eq!(fs::read_to_string(site.scratch.root().join("f")).unwrap(), "a\n");
}

#[test]
fn attributes_of_both_declarations_can_be_used() {
    let site = Site::new();
    let code = "file_line { 'a': path => '/f', line => 'a', after => 'x' }";
    let _ = site.apply(code, &["--noop"]).expect(0);
    let code = "file_line { 'a': path => '/f', line => 'a', extra => 'none' }";
    let _ = site.apply(code, &["--noop"]).expect(0);
    let _ = site.apply(code, &["--noop", "--no-module_types"]).expect(1).complains("no parameter named 'extra'");
}

#[test]
fn attributes_are_not_checked_if_a_declaration_cannot_be_read_completely() {
    let site = Site::new();
    let declaration = DECLARATION.replace("PuppetX::LineParameters", "PuppetX::Missing");
    let _ = site.scratch.file("modules/lines/lib/puppet/type/file_line.rb", &declaration);
    let _ = site.scratch.file("modules/lines/lib/puppet/type/wall.rb", declaration.replace(":file_line", ":wall"));
    let outcome = site.apply("file_line { 'a': path => '/f', line => 'a', after => 'x' }", &["--noop"]).expect(0);
    let _ = outcome.is_silent_about("cannot be read");
    let compile = |code: &str| {
        let words = ["catalog", "compile", "--modulepath", &site.modules, "-e", code];
        site.scratch.run(&words).expect(0)
    };
    let warning =
        "The attributes of the type 'wall' are not checked, since its declaration in Ruby cannot be read completely: ";
    let _ =
        compile("wall { 'a': path => '/f' }").complains(warning).complains("wall.rb, line 2: extend PuppetX::Missing");
    let _ = compile("wall { 'a': line => 'x' }").is_silent_about("cannot be read");
}

#[test]
fn describe_shows_the_difference_from_the_module() {
    let site = Site::new();
    let words = ["describe", "file_line", "--modulepath", &site.modules];
    let outcome = site.scratch.run(&words).expect(0);
    let _ = outcome.says("Declaration in a module").says("Only in the module: extra.").says("Not in the module: ");
    let data = site.scratch.run(&[&words[..], &["--render-as", "json"]].concat()).expect(0).stdout;
    let data: serde_json::Value = serde_json::from_str(&data).unwrap();
    assert_eq!(data[0]["module"]["only_in_module"], serde_json::json!(["extra"]), "{data}");
    let outcome = site.scratch.run(&["describe", "file_line", "--modulepath", "/nowhere"]).expect(0);
    let _ = outcome.is_silent_about("Declaration in a module");
}

#[test]
fn settings_and_facts_of_the_server_have_puppets_names() {
    let scratch = scratch();
    let code = "notice($server_facts['environment'], $settings::server, $settings::user)
        notice($settings::hostcert, $settings::certname == $trusted['certname'])";
    let outcome = scratch.apply(code, &["--confdir", "/nowhere/conf", "--certname", "n.example"]).expect(0);
    let _ = outcome.says(": production puppet puppet\n").says(": /nowhere/conf/ssl/certs/n.example.pem true\n");
}
