//! Directory environments, and classifiers that select one.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use marotte_tests::{Outcome, Scratch};

use crate::scratch;

/// Runs `apply` with the given flags and a configuration directory of the test.
fn apply(scratch: &Scratch, flags: &[&str]) -> Outcome {
    let path = |name: &str| scratch.path(name).display().to_string();
    let (confdir, vardir, root) = (path("conf"), path("var"), path("root"));
    let directories =
        ["apply", "--confdir", &confdir, "--vardir", &vardir, "--root", &root, "--certname", "n1.example.com"];
    scratch.run(&[&directories, flags].concat())
}

fn script(scratch: &Scratch, name: &str, text: &str) -> String {
    let path = scratch.file(name, format!("#!/bin/sh\n{text}\n"));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a file of the test");
    path.display().to_string()
}

#[test]
fn manifests_are_read_in_the_order_of_their_paths() {
    let scratch = scratch();
    for name in ["b.pp", "a.pp", "10.pp", "sub/z.pp", ".hidden.pp", "no.txt"] {
        let _ = scratch.file(&format!("conf/environments/production/manifests/{name}"), format!("notice('{name}')\n"));
    }
    let outcome = apply(&scratch, &[]).expect(0);
    let output: Vec<&str> =
        outcome.stdout.lines().filter_map(|line| line.strip_prefix("Notice: Scope(Class[main]): ")).collect();
    assert_eq!(output, ["10.pp", "a.pp", "b.pp", "sub/z.pp"]);
    let manifest = scratch.file("other.pp", "notice('other')").display().to_string();
    let _ = apply(&scratch, &["--manifest", &manifest]).expect(0).says("other").is_silent_about("a.pp");
}

#[test]
fn environment_conf_is_applied() {
    let scratch = scratch();
    let dev = "conf/environments/dev";
    let _ = scratch.file(
        &format!("{dev}/environment.conf"),
        "modulepath = mods:$basemodulepath\nmanifest = site.pp\nconfig_version = /bin/echo v-$environment\nfoo = bar\n",
    );
    let _ = scratch.file(&format!("{dev}/site.pp"), "include m, base notice($environment, environment::twice(4))\n");
    let _ = scratch.file(&format!("{dev}/functions/twice.pp"), "function environment::twice(Integer $x) { $x * 2 }\n");
    let _ = scratch.file(&format!("{dev}/mods/m/manifests/init.pp"), "class m { notice('from dev') }\n");
    let _ = scratch.file("conf/modules/base/manifests/init.pp", "class base { notice('from all') }\n");
    let outcome = apply(&scratch, &["--environment", "dev"]).expect(0);
    let outcome = outcome.says("from dev").says("from all").says("dev 8").says("in environment dev in");
    let _ = outcome.complains("The following unknown setting(s) are being ignored: foo");
    let missing = "Could not find a directory environment named 'nosuch' anywhere in the path: ";
    let _ = apply(&scratch, &["--environment", "nosuch", "-e", ""]).expect(1).complains(missing);
    let _ = scratch.file(&format!("{dev}/environment.conf"), "config_version = /bin/false\n");
    let outcome = apply(&scratch, &["--environment", "dev"]).expect(1);
    let _ = outcome.complains("Execution of config_version command `/bin/false` failed: ");
}

#[test]
fn classifier_provides_classes_variables_and_environment() {
    let scratch = scratch();
    let _ = scratch.file(
        "conf/environments/dev/manifests/site.pp",
        "class a { notice('a') } class b($p) { notice(\"b ${p}\") }\n",
    );
    let text = "echo \"classes: {a: , b: {p: 5}}\"\necho \"parameters: {name_given: $1, list: [1, {a: b}]}\"\necho 'environment: dev'";
    let command = script(&scratch, "classify", text);
    let flags = ["--node_terminus", "exec", "--external_nodes", &command];
    let outcome = apply(&scratch, &flags).expect(0).says("Class[A]): a\n").says("in environment dev in");
    let order = outcome.stdout.find("b 5").unwrap() < outcome.stdout.find("Class[A]").unwrap();
    assert!(order, "classes with parameters come first, as in Puppet");
    let _ = apply(&scratch, &[&flags[..], &["-e", "class a {} class b($p) {} notice($name_given, $list)"]].concat())
        .expect(0)
        .says("n1.example.com [1, {a => b}]");
}

#[test]
fn classifier_failure_is_reported() {
    let scratch = scratch();
    let cases = [
        ("exit 3", "Failed to find n1.example.com via exec: Execution of '"),
        ("exit 3", " n1.example.com' returned 3: "),
        ("echo 'no such node' >&2; exit 3", " n1.example.com' returned 3: no such node"),
        ("echo 'cannot connect'; exit 4", " n1.example.com' returned 4: cannot connect"),
        ("echo hi", "Could not load external node results for n1.example.com: the output is not a hash"),
        ("echo 'a: [b'", "Could not load external node results for n1.example.com: "),
        ("", "Could not find node n1.example.com"),
        ("echo 'classes: [nosuch]'", "Could not find class nosuch for n1.example.com"),
    ];
    for (text, complaint) in cases {
        let command = script(&scratch, "classify", text);
        let flags = ["--node_terminus", "exec", "--external_nodes", &command, "-e", ""];
        let _ = apply(&scratch, &flags).expect(1).complains(complaint);
    }
    let with = |flags: &[&str]| apply(&scratch, &[&["-e", "", "--node_terminus", "exec"], flags].concat()).expect(1);
    let _ = with(&[]).complains("You must set the 'external_nodes' parameter to use the external node terminus");
    let _ = with(&["--external_nodes", "classify"])
        .complains("You must set the exec parameter to a fully qualified command");
    let _ = with(&["--external_nodes", "/nowhere/x"]).complains("Failed to find n1.example.com via exec: ");
}

/// Output of real Puppet for functions of modules, recorded with Debian's packages.
const REPLACEMENTS: [(&str, &str); 17] = [
    (
        "is_service_default('<SERVICE DEFAULT>'), is_service_default('<service default>'), is_service_default(1)",
        "true false false",
    ),
    ("translate('a %{x} b %{y}', {'x' => 'c\\1', 'y' => 2}), translate('plain %{x}')", "a c\\1 b 2 plain %{x}"),
    (
        "normalize_ip_for_uri('::1'), normalize_ip_for_uri(['fe80::1', 'host', '[::1]', '::ffff:1.2.3.4'])",
        "[::1] [[fe80::1], host, [::1], [::ffff:1.2.3.4]]",
    ),
    (
        "apache::bool2httpd(true), apache::bool2httpd(undef), apache::bool2httpd('mail'), apache::bool2httpd('TRUE')",
        "On Off mail On",
    ),
    ("memcached::max_memory(' 12x'), memcached::max_memory('x'), memcached::max_memory(64)", "12 0 64"),
    ("memcached::max_memory('1_000'), memcached::max_memory(12.7)", "1000 12"),
    (
        "normalize_ip_for_uri(['::1']), normalize_ip_for_uri(['a']), normalize_ip_for_uri('::1', '1.2.3.4')",
        "[::1] a [[::1], 1.2.3.4]",
    ),
    ("normalize_ip_for_uri('fe80::1%eth0', '::1/64', '[::1]')", "[[fe80::1%eth0], [::1/64], [::1]]"),
    (
        "normalize_ip_for_uri('aa:bb:cc:dd:ee:ff', '1:2:3', '1::2::3', '::999.1.1.1')",
        "[aa:bb:cc:dd:ee:ff, 1:2:3, 1::2::3, ::999.1.1.1]",
    ),
    ("mco_array_to_string([1.5, ['a'], {'a' => 1}]), apache::bool2httpd(1.0)", "[1.5, [\"a\"], {\"a\"=>1}] 1.0"),
    ("translate('a %% %{b} %<b>05d', {'b' => 7}), translate('%{b}', {'b' => '%{c}', 'c' => 1})", "a % 7 00007 %{c}"),
    ("[1].map |$local| { getvar_emptystring('local') }", "[1]"),
    ("getvar_emptystring('Foo-Bar'), getvar_emptystring(''), getvar_emptystring('networking.fqdn')", "  "),
    (
        "getvar_emptystring('no::such'), getvar_emptystring('certname_of_none'), mco_array_to_string([1, 'a', true])",
        "  [1, a, true]",
    ),
    (
        "validate_network_vlan_ranges(['a:1:4094', 'b', '', 'c:7', ':8']), validate_network_vlan_ranges('<SERVICE DEFAULT>')",
        "[a:1:4094, b, , c:7, :8] [<SERVICE DEFAULT>]",
    ),
    ("validate_vni_ranges('0:16777215'), validate_vni_ranges([undef])", "[0:16777215] []"),
    ("validate_tunnel_id_ranges(['1:1000001', '5:5']), validate_vxlan_udp_port('4789')", "[1:1000001, 5:5] "),
];

/// Failing calls and their errors.
const REFUSED: [(&str, &str); 11] = [
    ("translate('%{c}', {'b' => 1})", "not found"),
    ("validate_tunnel_id_ranges('08:09')", "invalid value for Integer()"),
    ("validate_network_vlan_ranges('a:1:4095')", "vlan id are invalid."),
    ("validate_network_vlan_ranges('a:2:1')", "network vlan ranges are invalid."),
    ("validate_network_vlan_ranges('a:b:c')", "network vlan ranges are invalid."),
    ("validate_vni_ranges('0:16777216')", "vni ranges are invalid."),
    ("validate_vni_ranges('x')", "vni ranges are invalid."),
    ("validate_tunnel_id_ranges('1:1000002')", "tunnel id ranges are to large."),
    ("validate_tunnel_id_ranges(['2:1'])", "tunnel id ranges are invalid."),
    ("validate_vxlan_udp_port(49151)", "vxlan udp port is invalid."),
    ("getvar_emptystring()", "getvar_emptystring(): wrong number of arguments (0; must be 1)"),
];

#[test]
fn ruby_functions_of_modules_have_replacements() {
    let scratch = scratch();
    let ruby = |module: &str, name: &str| {
        let _ =
            scratch.file(&format!("modules/{module}/lib/puppet/functions/{name}.rb"), "raise 'this is never run'\n");
    };
    let modules = scratch.path("modules").display().to_string();
    let compile = |code: &str| apply(&scratch, &["--modulepath", &modules, "-e", &format!("notice({code})")]);
    let _ = compile("is_service_default(1)").expect(1).complains("Unknown function: 'is_service_default'");
    for name in [
        "getvar_emptystring",
        "ipaddresses",
        "is_service_default",
        "mco_array_to_string",
        "normalize_ip_for_uri",
        "translate",
        "validate_network_vlan_ranges",
        "validate_tunnel_id_ranges",
        "validate_vni_ranges",
        "validate_vxlan_udp_port",
    ] {
        ruby("other", name);
    }
    ruby("apache", "apache/bool2httpd");
    ruby("memcached", "memcached/max_memory");
    for (code, output) in REPLACEMENTS {
        let _ = compile(code).expect(0).says(&format!("Notice: Scope(Class[main]): {output}\n"));
    }
    for (code, message) in REFUSED {
        let _ = compile(code).expect(1).complains(message);
    }
    // The interfaces of this system are unknown, but the loopback address is never included.
    let _ = compile("'127.0.0.1' in [ipaddresses()].flatten").expect(0).says("Notice: Scope(Class[main]): false\n");
    // A function of the module itself takes precedence.
    let own = "function apache::bool2httpd($x) { \"own ${x}\" }";
    let _ = scratch.file("modules/apache/functions/bool2httpd.pp", own);
    let _ = compile("apache::bool2httpd(1)").expect(0).says("own 1");
}

#[test]
fn ruby_type_compiles_and_its_resources_fail_with_the_file_name() {
    let scratch = scratch();
    let declaration = "Puppet::Type.newtype(:shelf) do\n  ensurable\n  newparam(:name)\n  newproperty(:books)\nend\n";
    let file = scratch.file("modules/other/lib/puppet/type/shelf.rb", declaration).display().to_string();
    let modules = scratch.path("modules").display().to_string();
    let code = "shelf { 'a': ensure => present, books => 3 } -> file { '/after': ensure => file } file { '/beside': ensure => file }";
    let run = apply(&scratch, &["--modulepath", &modules, "--detailed-exitcodes", "-e", code]).expect(6);
    let _ = run.complains("Could not find a suitable provider for shelf").complains(&file).complains("--from-ruby");
    assert!(scratch.root().join("beside").exists() && !scratch.root().join("after").exists());
    let wrong = apply(&scratch, &["--modulepath", &modules, "-e", "shelf { 'a': pages => 3 }"]).expect(1);
    let _ = wrong.complains("no parameter named 'pages'");
    let project = scratch.path("project").display().to_string();
    let _ = scratch.run(&["provider", "new", "--from-ruby", &file, "--into", &project]).expect(0);
    let skeleton = fs::read_to_string(scratch.path("project/src/lib.rs")).expect("the skeleton");
    assert!(skeleton.contains("pub books: Option<Value>"), "{skeleton}");
}

#[test]
fn classifier_writable_by_others_is_not_run() {
    let scratch = scratch();
    let command = script(&scratch, "classify", "echo 'classes: []'");
    fs::set_permissions(&command, fs::Permissions::from_mode(0o777)).unwrap();
    let flags = ["--node_terminus", "exec", "--external_nodes", &command, "-e", ""];
    let _ = apply(&scratch, &flags).expect(1).complains(&format!("chmod go-w {command}"));
    let _ = apply(&scratch, &[&flags[..], &["--no-strict_permissions"]].concat()).expect(0);
}
