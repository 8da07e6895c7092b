//! Tests of the resolver with an in-memory source.

use std::cell::Cell;

use super::*;
use crate::artifact::Artifact;
use crate::sample;

/// Name, version and dependencies.
type Offer = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

struct List {
    offers: Vec<Offer>,
    fetches: Cell<usize>,
}

impl ArtifactSource for List {
    fn describe(&self) -> String {
        "the list".into()
    }

    fn versions(&self, name: &str) -> Result<Vec<Version>, SourceError> {
        let named = self.offers.iter().filter(|(known, ..)| *known == name);
        Ok(named.map(|(_, version, _)| version.parse().unwrap()).collect())
    }

    fn fetch(&self, name: &str, version: &Version) -> Result<FetchedArtifact, SourceError> {
        self.fetches.set(self.fetches.get() + 1);
        let is_requested = |offer: &&Offer| offer.0 == name && offer.1 == version.to_string();
        let (_, text, dependencies) = self.offers.iter().find(is_requested).unwrap();
        let lines: String = dependencies.iter().map(|(name, range)| format!("'{name}' = '{range}'\n")).collect();
        let later = version.build.as_str().split_once('.');
        let tables = if later.is_some_and(|(what, _)| what == "interface") { "[clouds]\n" } else { "" };
        let mut component = sample::with(name, text, &format!("[dependencies]\n{lines}{tables}"), "");
        match later {
            Some(("interface", other_version)) => {
                sample::replace(&mut component, "'0.1'", &format!("'{other_version}'"))
            }
            Some(("document", other_version)) => {
                sample::replace(&mut component, "\"version\":1", &format!("\"version\":{other_version}"))
            }
            _ => {}
        }
        if let Some(build) = version.build.as_str().strip_prefix("contract.") {
            sample::import(&mut component, &format!("marotte:provider/log@{build}.0"));
        }
        Ok(FetchedArtifact { artifact: Artifact::of(name, component)?, signatures: Vec::new() })
    }
}

fn list(offers: &[Offer]) -> Rc<List> {
    Rc::new(List { offers: offers.to_vec(), fetches: Cell::new(0) })
}

fn choose(offers: &[Offer], wanted: &[(&str, &str)]) -> Result<Vec<String>, ResolveError> {
    let source = list(offers);
    let wanted: Vec<RequestedProvider> = wanted
        .iter()
        .map(|(name, range)| RequestedProvider {
            name: (*name).to_owned(),
            requirement: range.parse().unwrap(),
            preferred: None,
        })
        .collect();
    let find = |name: &str| {
        let known: Rc<dyn ArtifactSource> = source.clone();
        Ok((name != "no/body").then_some(known))
    };
    let chosen = resolve(&wanted, &find)?;
    let shown = |chosen: &ChosenProvider| {
        format!("{} {}", chosen.fetched.artifact.name(), chosen.fetched.artifact.version().unwrap())
    };
    Ok(chosen.iter().map(shown).collect())
}

#[test]
fn highest_acceptable_version_is_chosen() {
    let offers: &[Offer] = &[
        ("a/a", "1.0.0", &[]),
        ("a/a", "1.2.0", &[]),
        ("a/a", "2.0.0-rc.1", &[]),
        ("a/a", "2.0.0", &[]),
        ("a/a", "3.0.0-rc.1", &[]),
    ];
    for (range, version) in [
        ("*", "2.0.0"),
        ("^1", "1.2.0"),
        ("=1.0.0", "1.0.0"),
        ("<2", "1.2.0"),
        (">=3.0.0-rc.1", "3.0.0-rc.1"),
        ("~1.0", "1.0.0"),
    ] {
        assert_eq!(choose(offers, &[("a/a", range)]).unwrap(), [format!("a/a {version}")], "{range}");
    }
}

#[test]
fn dependencies_are_resolved() {
    let offers: &[Offer] = &[
        ("a/a", "1.0.0", &[("b/b", "^1")]),
        ("a/a", "2.0.0", &[("b/b", "^2")]),
        ("b/b", "1.0.0", &[]),
        ("b/b", "1.1.0", &[]),
        ("b/b", "2.0.0", &[("c/c", "*")]),
        ("c/c", "0.1.0", &[]),
    ];
    assert_eq!(choose(offers, &[("a/a", "*")]).unwrap(), ["a/a 2.0.0", "b/b 2.0.0", "c/c 0.1.0"]);
    // The newest version of the first depends on another version than the requested one.
    assert_eq!(choose(offers, &[("a/a", "*"), ("b/b", "^1")]).unwrap(), ["a/a 1.0.0", "b/b 1.1.0"]);
}

#[test]
fn preferred_version_is_kept_if_acceptable() {
    let offers: &[Offer] = &[
        ("a/a", "1.0.0", &[("b/b", "^1")]),
        ("a/a", "2.0.0", &[("b/b", "^2")]),
        ("b/b", "1.0.0", &[]),
        ("b/b", "1.1.0", &[]),
        ("b/b", "2.0.0", &[]),
        ("b/b", "2.1.0", &[]),
    ];
    let source = list(offers);
    let choose = |range: &str, preferred: &str| -> Vec<String> {
        let requested = RequestedProvider { name: "a/a".into(), requirement: range.parse().unwrap(), preferred: None };
        let preferred_provider =
            RequestedProvider { preferred: preferred.parse().ok(), name: "b/b".into(), requirement: VersionReq::STAR };
        let known: Rc<dyn ArtifactSource> = source.clone();
        let chosen = resolve(&[requested, preferred_provider], &|_| Ok(Some(known.clone()))).unwrap();
        chosen.iter().map(|chosen| chosen.fetched.artifact.version().unwrap().to_string()).collect()
    };
    assert_eq!(choose("^1", "1.0.0"), ["1.0.0", "1.0.0"]);
    assert_eq!(choose("^2", "1.0.0"), ["2.0.0", "2.1.0"]);
    assert_eq!(choose("^2", "9.9.9"), ["2.0.0", "2.1.0"]);
}

#[test]
fn conflict_is_explained_by_the_facts_that_cause_it() {
    let offers: &[Offer] = &[("a/a", "1.0.0", &[("b/b", "^2")]), ("b/b", "1.0.0", &[]), ("b/b", "2.1.0", &[])];
    let message = choose(offers, &[("a/a", "*"), ("b/b", "^1")]).unwrap_err().to_string();
    let (first, facts) = message.split_once('\n').unwrap();
    assert_eq!(first, "No compatible versions of the providers exist:");
    for fact in
        ["'b/b' >=1.0.0, <2.0.0 is requested", "'a/a' is requested", "'a/a' 1.0.0 depends on 'b/b' >=2.0.0, <3.0.0"]
    {
        assert!(facts.contains(fact), "{fact}: {facts}");
    }
    let message = choose(offers, &[("a/a", "^3")]).unwrap_err().to_string();
    assert!(message.contains("'the list' has no version >=3.0.0, <4.0.0 of 'a/a', only 1.0.0"), "{message}");
    let message = choose(offers, &[("x/x", "*")]).unwrap_err().to_string();
    assert!(message.contains("'the list' has no version of 'x/x'"), "{message}");
    let message = choose(&[("a/a", "1.0.0", &[("no/body", "*")])], &[("a/a", "*")]).unwrap_err().to_string();
    assert!(message.contains("no source has 'no/body'"), "{message}");
    let message = choose(&[("a/a", "1.0.0", &[("b/b", "one")])], &[("a/a", "*")]).unwrap_err().to_string();
    assert!(message.contains("'a/a' 1.0.0 depends on 'b/b' \"one\", which is not a range"), "{message}");
}

#[test]
fn version_for_another_contract_is_not_chosen() {
    let newer: Offer = ("a/a", "2.0.0+contract.0.9", &[]);
    let older: Offer = ("a/a", "0.1.0+contract.0.0", &[]);
    assert_eq!(choose(&[("a/a", "1.0.0", &[]), newer], &[("a/a", "*")]).unwrap(), ["a/a 1.0.0"]);
    let message = choose(&[newer], &[("a/a", "*")]).unwrap_err().to_string();
    assert!(message.contains("version 0.9.0 of the contract") && message.contains("update marotte"), "{message}");
    let message = choose(&[older], &[("a/a", "*")]).unwrap_err().to_string();
    assert!(message.contains("a newer version of the component is needed"), "{message}");
}

#[test]
fn version_with_unknown_format_is_not_chosen() {
    let older: Offer = ("a/a", "1.0.0", &[]);
    for (newer, words) in [
        ("2.0.0+interface.0.2", "version 0.2 of the contract; this program has version 0.1.0: update marotte"),
        ("2.0.0+document.2", "a document of version 2; this program reads version 1: update marotte"),
    ] {
        assert_eq!(choose(&[older, ("a/a", newer, &[])], &[("a/a", "*")]).unwrap(), ["a/a 1.0.0"]);
        let message = choose(&[("a/a", newer, &[])], &[("a/a", "*")]).unwrap_err().to_string();
        assert!(message.contains(words), "{message}");
    }
}

#[test]
fn pre_release_is_chosen_only_if_all_requirements_mention_one() {
    let offers: &[Offer] = &[
        ("a/a", "1.0.0", &[("x/x", ">=2.0.0-rc.1")]),
        ("a/b", "1.0.0", &[("x/x", "*")]),
        ("a/c", "1.0.0", &[("x/x", "^1")]),
        ("a/c", "1.1.0", &[("x/x", "^3")]),
        ("x/x", "1.0.0", &[]),
        ("x/x", "1.5.0", &[]),
        ("x/x", "2.0.0-rc.1", &[]),
    ];
    assert_eq!(choose(offers, &[("a/a", "*")]).unwrap(), ["a/a 1.0.0", "x/x 2.0.0-rc.1"]);
    assert_eq!(choose(offers, &[("a/a", "*"), ("x/x", "^2.0.0-rc.0")]).unwrap(), ["a/a 1.0.0", "x/x 2.0.0-rc.1"]);
    assert_eq!(choose(offers, &[("x/x", "<2")]).unwrap(), ["x/x 1.5.0"]);
    for others in [("x/x", "^1"), ("x/x", "<2"), ("x/x", ">=1"), ("a/b", "*"), ("a/c", "*")] {
        let message = choose(offers, &[("a/a", "*"), others]).unwrap_err().to_string();
        assert!(
            message.contains("'a/a' 1.0.0 depends on 'x/x' >=2.0.0-rc.1") && !message.contains("-0"),
            "{others:?}: {message}"
        );
    }
}

#[test]
fn each_version_is_fetched_once() {
    let source = list(&[("a/a", "1.0.0", &[("b/b", "*")]), ("b/b", "1.0.0", &[])]);
    let known: Rc<dyn ArtifactSource> = source.clone();
    let wanted = [RequestedProvider { name: "a/a".into(), requirement: VersionReq::STAR, preferred: None }];
    assert_eq!(resolve(&wanted, &|_| Ok(Some(known.clone()))).unwrap().len(), 2);
    assert_eq!(source.fetches.get(), 2);
}

#[test]
fn ranges_match_the_same_versions_as_requirements() {
    let versions: Vec<Version> = (0..3)
        .flat_map(|major| (0..3).flat_map(move |minor| (0..3).map(move |patch| Version::new(major, minor, patch))))
        .collect();
    let early: Vec<Version> =
        versions.iter().map(|version| Version { pre: "rc.1".parse().unwrap(), ..version.clone() }).collect();
    for op in ["=", ">", ">=", "<", "<=", "~", "^"] {
        for numbers in ["0", "1", "0.0", "0.1", "1.1", "0.0.0", "0.0.1", "0.1.1", "1.1.1", "1.0.0"] {
            let requirement: VersionReq = format!("{op}{numbers}").parse().unwrap();
            let range = range(&requirement);
            for version in &versions {
                assert_eq!(range.contains(version), requirement.matches(version), "{requirement} {version}");
            }
            // No range contains a pre-release without the release.
            for version in early.iter().filter(|version| range.contains(*version)) {
                let release = Version::new(version.major, version.minor, version.patch);
                assert!(range.contains(&release), "{requirement} {version}");
            }
        }
    }
    for text in ["1.*", "1.2.*", "*", ">=1, <1.2", "^1.1, <1.2"] {
        let requirement: VersionReq = text.parse().unwrap();
        assert!(versions.iter().all(|version| range(&requirement).contains(version) == requirement.matches(version)));
    }
}
