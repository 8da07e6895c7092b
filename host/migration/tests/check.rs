//! Checks of small control repositories.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::collections::BTreeMap;
use std::fs;

use engine::settings::texts::SettingSources;
use engine::{DirectoryEnvironment, Settings};
use migration::{Finding, FindingSeverity, InstalledTypes, MigrationReport, Repository};
use tempfile::TempDir;

/// The types `file`, `filebucket` and `package`, the last one with a provider.
struct Types;

impl InstalledTypes for Types {
    fn has_type(&self, type_name: &str) -> bool {
        ["file", "filebucket", "package"].contains(&type_name)
    }

    fn providers_of(&self, type_name: &str) -> Vec<String> {
        if type_name == "package" { vec!["apt".to_owned(), "gem".to_owned()] } else { Vec::new() }
    }
}

/// Checks a repository with these files.
fn check(files: &[(&str, &str)]) -> (TempDir, MigrationReport) {
    let directory = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = directory.path().join("repo").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let path = directory.path().join("repo");
    let confdir = directory.path().display().to_string();
    let base = directory.path().join("base").display().to_string();
    let flags = BTreeMap::from([("basemodulepath".to_owned(), base)]);
    let machine = BTreeMap::from([("confdir", confdir), ("vardir", "/var/x".to_owned())]);
    let sources = SettingSources { flags, machine, ..SettingSources::default() };
    let (settings, _) = Settings::from_sources(sources, "user", None).unwrap();
    let (environment, warnings) = DirectoryEnvironment::of_directory(&settings, &path).unwrap();
    let report = migration::check(&Repository {
        directory: &path,
        environment: &environment,
        warnings: &warnings,
        types: &Types,
        checker: &settings.checker,
    });
    (directory, report)
}

/// Returns the findings as `SEVERITY SUBJECT PLACE …`.
fn outline(files: &[(&str, &str)]) -> Vec<String> {
    let line = |finding: &Finding| {
        let numbers = |number: Option<u32>| number.map_or_else(String::new, |number| format!(":{number}"));
        let places = finding.places.iter().map(|at| format!(" {}{}{}", at.file, numbers(at.line), numbers(at.column)));
        format!("{} {}{}", finding.severity.name(), finding.subject, places.collect::<String>())
    };
    check(files).1.findings.iter().map(line).collect()
}

#[test]
fn migration_check_reports_only_called_ruby_functions() {
    let found = outline(&[
        (
            "manifests/site.pp",
            "notice(acme::up('a'))\n$x = 'b'.shout\nnotice(acme::up('c'), merge({}, {}), acme::low('d'))\n",
        ),
        ("modules/acme/lib/puppet/functions/acme/up.rb", ""),
        ("modules/acme/lib/puppet/functions/acme/unused.rb", ""),
        ("modules/acme/lib/puppet/parser/functions/shout.rb", ""),
        ("modules/acme/lib/puppet/parser/functions/merge.rb", ""),
        ("modules/acme/functions/low.pp", "function acme::low($x) { $x }"),
    ]);
    let expected =
        ["error acme::up manifests/site.pp:1:8 manifests/site.pp:3:8", "error shout manifests/site.pp:2:10", "note "];
    assert_eq!(found, expected);
}

#[test]
fn migration_check_reports_functions_of_templates() {
    let found = outline(&[
        ("modules/a/templates/x.erb", "<%= @role %>\n<%= scope.function_up(['x']) %>\n"),
        ("modules/a/templates/y.epp", "<%= up('x') %>"),
        ("modules/a/templates/z.erb", "<%= `ls` %>"),
        ("modules/a/templates/local.erb", "<%= @stage %>"),
        ("modules/a/templates/local.epp", "<%= $stage %>"),
        ("modules/a/manifests/init.pp", "class a($stage) { }"),
        ("modules/a/lib/facter/stage.rb", ""),
        ("modules/a/lib/puppet/parser/functions/up.rb", ""),
        ("modules/a/lib/facter/role.rb", ""),
    ]);
    let expected = [
        "error modules/a/templates/z.erb modules/a/templates/z.erb:1",
        "error up modules/a/templates/x.erb:2 modules/a/templates/y.epp:1:5",
        "warning role modules/a/templates/x.erb:1",
        "note ",
    ];
    assert_eq!(found, expected);
}

#[test]
fn migration_check_reports_queries_of_puppetdb_and_unknown_functions() {
    let manifest = "$n = puppetdb_query('nodes[certname]{}')\nquery_nodes('x')\nnosuch()\n";
    let (_directory, report) = check(&[("manifests/site.pp", manifest)]);
    let messages: Vec<&str> = report.findings.iter().map(|finding| finding.message.as_str()).collect();
    let expected = [
        "There is no function 'nosuch'",
        "The function 'query_nodes' is not supported",
        "The function 'puppetdb_query' needs a database of nodes",
    ];
    assert_eq!(messages, expected);
}

#[test]
fn migration_check_reports_types_and_providers_in_ruby() {
    let declaration = "Puppet::Type.newtype(:shelf) do\n newparam(:name)\nend\n";
    let (_directory, report) = check(&[
        ("manifests/site.pp", "shelf { 'a': }\npackage { 'b': provider => brew }\npackage { 'c': provider => apt }\n"),
        ("modules/m/lib/puppet/type/shelf.rb", declaration),
        ("modules/m/lib/puppet/type/other.rb", ""),
        ("modules/m/lib/puppet/provider/package/brew.rb", ""),
        ("modules/m/manifests/d.pp", "define m::d { file { $title: } }\n"),
        ("manifests/x.pp", "m::d { 'x': }\n"),
    ]);
    let messages: Vec<&str> = report.findings.iter().map(|finding| finding.message.as_str()).collect();
    let expected = [
        "The provider 'brew' of 'package' is written in Ruby (modules/m/lib/puppet/provider/package/brew.rb)",
        "The type 'shelf' is written in Ruby (modules/m/lib/puppet/type/shelf.rb): manifests compile, but its resources fail",
        "1 other types of modules are written in Ruby; none of them is used",
    ];
    assert_eq!(messages, expected);
    assert!(report.findings[1].remedy.contains("--from-ruby modules/m/lib/puppet/type/shelf.rb"));
}

#[test]
fn migration_check_reports_ruby_facts_unless_replaced() {
    let found = outline(&[
        (
            "manifests/site.pp",
            "notice($facts['role'], $::tier, \"${zone}\", $facts['site'], $facts['os'])\n$local = 1\nnotice($local)\n",
        ),
        ("hiera.yaml", "version: 5\nhierarchy:\n  - name: a\n    path: \"%{facts.cluster}.yaml\"\n"),
        ("data/common.yaml", "a: \"%{facts.tier}\"\n"),
        ("modules/m/lib/facter/role.rb", ""),
        (
            "modules/m/lib/facter/others.rb",
            "Facter.add(:tier) do\nend\nFacter.add('zone') {}\nFacter.add(:cluster) {}\n",
        ),
        ("modules/m/lib/facter/local.rb", ""),
        ("modules/m/lib/facter/site.rb", ""),
        ("modules/m/facts.d/site.txt", "site=berlin\n"),
    ]);
    let expected = [
        "note ",
        "warning cluster hiera.yaml:4",
        "warning role manifests/site.pp:1:15",
        "warning tier data/common.yaml:1 manifests/site.pp:1:24",
        "warning zone manifests/site.pp:1:36",
    ];
    let mut found = found;
    found.sort();
    assert_eq!(found, expected);
}

#[test]
fn migration_check_reports_legacy_facts_once() {
    let (_directory, report) = check(&[("manifests/site.pp", "notice($::osfamily, $operatingsystem)\n")]);
    let [finding] = report.findings.as_slice() else { panic!("{report:?}") };
    assert_eq!(finding.message, "Legacy facts are used: 'operatingsystem', 'osfamily'");
    assert!(finding.remedy.contains("$facts['os']['name']"), "{}", finding.remedy);
    assert_eq!((finding.severity, finding.places.len()), (FindingSeverity::Note, 2));
}

#[test]
fn migration_check_reports_hiera_backends_and_versions() {
    let backend = "version: 5\nhierarchy:\n  - name: secrets\n    lookup_key: hiera_vault\n";
    let found = outline(&[
        ("hiera.yaml", backend),
        ("modules/m/lib/puppet/functions/hiera_vault.rb", ""),
        ("modules/m/hiera.yaml", "hierarchy:\n  - name: a\n    path: a.yaml\n"),
        ("modules/n/hiera.yaml", ":backends: yaml\n"),
    ]);
    let expected = [
        "error hiera_vault hiera.yaml:4",
        "error modules/m/hiera.yaml modules/m/hiera.yaml",
        "error modules/n/hiera.yaml modules/n/hiera.yaml",
    ];
    assert_eq!(found, expected);
}

#[test]
fn migration_check_reports_resources_of_servers() {
    let manifest = "filebucket { 'main': server => 'puppet', path => false }\n\
                    file { '/a': source => ['puppet://master/modules/x/y', 'puppet:///modules/x/y'] }\n\
                    file { '/b': source => \"puppet:///files/${x}\" }\nfile { '/c': source => 'https://x/y' }\n\
                    @@file { '/d': }\nFile <<| |>>\n$x = 1\n";
    let found = outline(&[("manifests/site.pp", manifest)]);
    let expected = [
        "error puppet:///files/ manifests/site.pp:3:24",
        "error puppet://master/modules/x/y manifests/site.pp:2:25",
        "warning exported manifests/site.pp:5:1 manifests/site.pp:6:1",
        "warning filebucket manifests/site.pp:1:22",
    ];
    assert_eq!(found, expected);
}

#[test]
fn migration_check_reports_settings_without_effect() {
    let configuration = "[main]\nserver = puppet\nserial = 1\nmodulepath = /m\nnosuch = 1\n[agent]\nnoop = true\ntags = a\n[cron]\ntags = a\n";
    let found = outline(&[
        ("puppet.conf", configuration),
        ("environment.conf", "modulepath = site:modules\nfoo = 1\n"),
        ("manifests/site.pp", ""),
    ]);
    let expected = [
        "warning environment.conf environment.conf",
        "warning modulepath puppet.conf:4",
        "warning noop puppet.conf:7",
        "warning nosuch puppet.conf:5",
        "warning serial puppet.conf:3",
        "warning tags puppet.conf:10",
    ];
    assert_eq!(found, expected);
}

#[test]
fn migration_check_reports_missing_modules_once() {
    let found = outline(&[
        ("Puppetfile", "mod 'puppetlabs/ntp', '9.0.0'\nmod 'acme/web', '1.0.0'\n"),
        ("modules/web/metadata.json", "{\"name\": \"acme-web\", \"version\": \"2.0.0\"}"),
        (
            "manifests/site.pp",
            "include ntp\nnotice(stdlib::end_with('a', 'b'))\nclass { 'gone::server': }\ngone::site { 'x': }\nnotice(gone::f())\n",
        ),
    ]);
    let expected = [
        "error gone manifests/site.pp:3:9 manifests/site.pp:4:1 manifests/site.pp:5:8",
        "error puppetlabs-ntp Puppetfile:1:1",
        "warning acme-web Puppetfile:2:1",
    ];
    assert_eq!(found, expected);
}

#[test]
fn migration_check_reports_optional_modules_as_warnings() {
    let metadata = r#"{"name": "acme-web", "version": "1.0.0", "dependencies":
        [{"name": "acme/listed", "version_requirement": ">= 1.0.0"}, {"name": "acme/unused", "version_requirement": ">= 1.0.0"}]}"#;
    let found = outline(&[
        ("modules/web/metadata.json", metadata),
        (
            "modules/web/manifests/init.pp",
            "class web($x) {\n  include listed\n  if $x { include selinux }\n  include monitoring\n}\n",
        ),
        (
            "manifests/site.pp",
            "include web\nif defined(Class['own']) { include own::agent }\nif $facts['x'] { include needed }\n",
        ),
    ]);
    let expected = [
        "error listed modules/web/manifests/init.pp:2:11",
        "error needed manifests/site.pp:3:26",
        "warning monitoring modules/web/manifests/init.pp:4:11",
        "warning own manifests/site.pp:2:36",
        "warning selinux modules/web/manifests/init.pp:3:19",
        "warning unused modules/web/metadata.json",
    ];
    assert_eq!(found, expected);
}

#[test]
fn migration_check_names_the_modules_that_require_a_missing_one() {
    let metadata = |name: &str| {
        format!(
            r#"{{"name": "acme-{name}", "version": "1.0.0", "dependencies": [{{"name": "acme-base", "version_requirement": "1.x"}}]}}"#
        )
    };
    let (a, b) = (metadata("a"), metadata("b"));
    let (_directory, report) = check(&[("modules/a/metadata.json", &a), ("modules/b/metadata.json", &b)]);
    let messages: Vec<&str> = report.findings.iter().map(|finding| finding.message.as_str()).collect();
    assert_eq!(messages, ["The module 'base', which 'a', 'b' require, is not on the module path"]);
}

#[test]
fn migration_check_reports_removed_syntax() {
    let (_directory, report) =
        check(&[("manifests/site.pp", "import 'nodes/*.pp'\nnode a { }\nnode b inherits a { }\n")]);
    assert!(!report.findings.is_empty());
    for finding in &report.findings {
        assert_eq!(finding.severity, FindingSeverity::Error, "{finding:?}");
        assert!(finding.remedy.ends_with("accept the file with --language 3, as Puppet 3 did"), "{finding:?}");
    }
}

#[test]
fn migration_check_reads_other_modules_only_if_referred_to() {
    let found = outline(&[
        ("manifests/site.pp", "include a\n"),
        ("../base/a/manifests/init.pp", "class a { include b }"),
        ("../base/b/manifests/init.pp", "class b { nosuch_b() }"),
        ("../base/c/manifests/init.pp", "class c { nosuch_c() }"),
    ]);
    let [finding] = found.as_slice() else { panic!("{found:?}") };
    assert!(finding.starts_with("error nosuch_b ") && finding.ends_with("/base/b/manifests/init.pp:1:11"), "{finding}");
}

#[test]
fn migration_report_ends_with_a_summary() {
    let (_directory, clean) = check(&[("manifests/site.pp", "file { '/a': }\n")]);
    assert_eq!(migration::as_text(&clean), "0 errors, 0 warnings, 0 notes in 1 file\n");
    let manifest = "acme::up(1)\nacme::up(1)\nacme::up(1)\nacme::up(1)\nacme::up(1)\n";
    let (_directory, report) =
        check(&[("manifests/site.pp", manifest), ("modules/acme/lib/puppet/functions/acme/up.rb", "")]);
    let text = "Functions\n  error: The function 'acme::up' is written in Ruby (modules/acme/lib/puppet/functions/acme/up.rb)\n    \
                at manifests/site.pp:1:1, manifests/site.pp:2:1, manifests/site.pp:3:1, 2 more\n    \
                remedy: install the interpreter with 'marotte ruby add FILE', or write it in the Puppet language, in 'functions/up.pp' of the module 'acme'\n\n\
                1 error, 0 warnings, 0 notes in 1 file\n";
    assert_eq!(migration::as_text(&report), text);
    let json = migration::as_json(&report);
    assert_eq!((json["errors"].as_u64(), json["findings"][0]["places"].as_array().map(Vec::len)), (Some(1), Some(5)));
}
