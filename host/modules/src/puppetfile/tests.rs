//! Tests of the accepted declarations, and of the errors for other Ruby code.

use syntax::SourceMap;

use super::{ModuleOrigin, Puppetfile};

fn read(text: &str) -> Puppetfile {
    Puppetfile::read(&SourceMap::default().add("Puppetfile", text)).unwrap()
}

/// Returns the diagnostic of a rejected text as `LINE:COLUMN MESSAGE`.
fn rejection(text: &str) -> String {
    let mut sources = SourceMap::default();
    let diagnostic = Puppetfile::read(&sources.add("Puppetfile", text)).unwrap_err();
    let (_, at) = sources.locate(diagnostic.span.unwrap()).unwrap();
    format!("{}:{} {}", at.line, at.column, diagnostic.message)
}

#[test]
fn modules_of_all_origins_are_read() {
    let text = "\
# where from
forge \"https://forge.example.com\"
moduledir 'thirdparty'; mod 'puppetlabs/stdlib', '9.4.1' # why
mod 'puppetlabs-concat', :latest
mod 'nginx',
  :git => 'https://git.example.com/nginx.git',
  # a comment between
  :ref => 'v1.0'
mod('me/a', git: 'x', tag: '1', )
mod 'me-b', { 'svn' => 'y', \"rev\": 'z' }
mod 'site', :local => true
mod 'c', local: false
mod 'd', type: 'forge', version: '1.2.3', install_path: 'other'
mod 'it\\'s' if false
";
    let (good, bad) = text.rsplit_once("mod 'it").unwrap();
    assert_eq!(
        rejection(&format!("{good}mod 'it{bad}")),
        "14:13 'if' is Ruby code, which is not evaluated in a Puppetfile"
    );
    let file = read(good);
    assert_eq!((file.forge.as_deref(), file.moduledir.as_str()), (Some("https://forge.example.com"), "thirdparty"));
    let shown: Vec<_> = file
        .modules
        .iter()
        .map(|module| (module.name.as_str(), module.origin, module.version.as_deref(), module.install_path.as_deref()))
        .collect();
    let expected = [
        ("puppetlabs/stdlib", ModuleOrigin::Forge, Some("9.4.1"), None),
        ("puppetlabs/concat", ModuleOrigin::Forge, None, None),
        ("nginx", ModuleOrigin::Repository, None, None),
        ("me/a", ModuleOrigin::Repository, None, None),
        ("me/b", ModuleOrigin::Repository, None, None),
        ("site", ModuleOrigin::Local, None, None),
        ("c", ModuleOrigin::Forge, None, None),
        ("d", ModuleOrigin::Forge, Some("1.2.3"), Some("other")),
    ];
    assert_eq!(shown, expected);
}

#[test]
fn empty_file_is_valid() {
    let file = read("\n# nothing\n");
    assert_eq!((file.moduledir.as_str(), file.modules.len()), ("modules", 0));
}

#[test]
fn ruby_code_is_rejected_at_its_position() {
    let ruby = |text: &str| format!("'{text}' is Ruby code, which is not evaluated in a Puppetfile");
    for (text, at, what) in [
        ("mod 'a'\nversion = '1'\n", "2:1", "version"),
        ("mod 'a', ENV['A']", "1:10", "ENV"),
        ("mod \"a#{x}\"", "1:7", "#{x}"),
        ("mod \"a\\n\"", "1:7", "\\"),
        ("if true\n  mod 'a'\nend", "1:1", "if"),
        ("mod 'a', git: url", "1:15", "url"),
        ("mod 'a', '1' + '2'", "1:14", "+"),
        ("%w[a b].each { |n| mod n }", "1:1", "%"),
        ("mod 'a', ref: `git rev-parse`, git: 'x'", "1:15", "`"),
        ("mod 'a', '1', '2'", "1:15", "'2'"),
        ("'a'", "1:1", "'a'"),
        ("mod 'a', :\"b\"", "1:10", ":"),
        ("mod('a', '1' 'b')", "1:14", "'b'"),
        ("mod 'a', git: { ref: 'x' }", "1:15", "{"),
        (&format!("mod 'a', {}", "{ git: ".repeat(200_000)), "1:17", "{"),
    ] {
        assert_eq!(rejection(text), format!("{at} {}", ruby(what)), "{text}");
    }
}

#[test]
fn invalid_declarations_are_reported() {
    for (text, expected) in [
        ("mod 'a', gti: 'x'", "1:10 Unknown key 'gti' of a module"),
        ("mod 'a', { gti: 'x' }", "1:12 Unknown key 'gti' of a module"),
        ("mod 'a', :newest", "1:10 The version of a module must be a string or :latest"),
        ("mod 'a', true", "1:10 The version of a module must be a string or :latest"),
        ("mod 'A b'", "1:5 'A b' is not a module name"),
        ("mod 'a/b/c'", "1:5 'a/b/c' is not a module name"),
        ("mod\nmod 'a'", "1:4 A statement of the Puppetfile is incomplete"),
        ("forge :x", "1:7 'forge' requires a string"),
        ("mod 'a", "1:5 Unterminated string"),
        ("mod 'me/a'\nmod 'you/a'", "2:1 The module 'a' is already declared"),
        ("mod 'a',", "1:9 A statement of the Puppetfile is incomplete"),
        ("mod 'a', {", "1:11 A statement of the Puppetfile is incomplete"),
    ] {
        assert_eq!(rejection(text), expected, "{text}");
    }
}
