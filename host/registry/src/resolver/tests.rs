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
        let is_meant = |offer: &&Offer| offer.0 == name && offer.1 == version.to_string();
        let (_, text, dependencies) = self.offers.iter().find(is_meant).unwrap();
        let lines: String = dependencies.iter().map(|(name, range)| format!("'{name}' = '{range}'\n")).collect();
        let later = version.build.as_str().split_once('.');
        let tables = if later.is_some_and(|(what, _)| what == "interface") { "[clouds]\n" } else { "" };
        let mut component = sample::with(name, text, &format!("[dependencies]\n{lines}{tables}"), "");
        match later {
            Some(("interface", theirs)) => sample::replace(&mut component, "'0.1'", &format!("'{theirs}'")),
            Some(("document", theirs)) => {
                sample::replace(&mut component, "\"version\":1", &format!("\"version\":{theirs}"))
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
    let tell = |chosen: &ChosenProvider| {
        format!("{} {}", chosen.fetched.artifact.name(), chosen.fetched.artifact.version().unwrap())
    };
    Ok(chosen.iter().map(tell).collect())
}

#[test]
fn the_highest_version_that_fits_is_chosen() {
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
fn what_a_provider_depends_on_comes_with_it() {
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
fn a_version_that_is_preferred_stays_while_it_will_do() {
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
        let asked = RequestedProvider { name: "a/a".into(), requirement: range.parse().unwrap(), preferred: None };
        let there =
            RequestedProvider { preferred: preferred.parse().ok(), name: "b/b".into(), requirement: VersionReq::STAR };
        let known: Rc<dyn ArtifactSource> = source.clone();
        let chosen = resolve(&[asked, there], &|_| Ok(Some(known.clone()))).unwrap();
        chosen.iter().map(|chosen| chosen.fetched.artifact.version().unwrap().to_string()).collect()
    };
    assert_eq!(choose("^1", "1.0.0"), ["1.0.0", "1.0.0"]);
    assert_eq!(choose("^2", "1.0.0"), ["2.0.0", "2.1.0"]);
    assert_eq!(choose("^2", "9.9.9"), ["2.0.0", "2.1.0"]);
}

#[test]
fn a_conflict_is_explained_by_its_facts() {
    let offers: &[Offer] = &[("a/a", "1.0.0", &[("b/b", "^2")]), ("b/b", "1.0.0", &[]), ("b/b", "2.1.0", &[])];
    let said = choose(offers, &[("a/a", "*"), ("b/b", "^1")]).unwrap_err().to_string();
    let (first, facts) = said.split_once('\n').unwrap();
    assert_eq!(first, "No versions of the providers fit together:");
    for fact in
        ["'b/b' >=1.0.0, <2.0.0 is requested", "'a/a' is requested", "'a/a' 1.0.0 depends on 'b/b' >=2.0.0, <3.0.0"]
    {
        assert!(facts.contains(fact), "{fact}: {facts}");
    }
    let said = choose(offers, &[("a/a", "^3")]).unwrap_err().to_string();
    assert!(said.contains("'the list' has no version >=3.0.0, <4.0.0 of 'a/a', only 1.0.0"), "{said}");
    let said = choose(offers, &[("x/x", "*")]).unwrap_err().to_string();
    assert!(said.contains("'the list' has no version of 'x/x'"), "{said}");
    let said = choose(&[("a/a", "1.0.0", &[("no/body", "*")])], &[("a/a", "*")]).unwrap_err().to_string();
    assert!(said.contains("no source has 'no/body'"), "{said}");
    let said = choose(&[("a/a", "1.0.0", &[("b/b", "one")])], &[("a/a", "*")]).unwrap_err().to_string();
    assert!(said.contains("'a/a' 1.0.0 depends on 'b/b' \"one\", which is not a range"), "{said}");
}

#[test]
fn what_cannot_be_run_here_is_not_chosen() {
    let newer: Offer = ("a/a", "2.0.0+contract.0.9", &[]);
    let older: Offer = ("a/a", "0.1.0+contract.0.0", &[]);
    assert_eq!(choose(&[("a/a", "1.0.0", &[]), newer], &[("a/a", "*")]).unwrap(), ["a/a 1.0.0"]);
    let said = choose(&[newer], &[("a/a", "*")]).unwrap_err().to_string();
    assert!(said.contains("version 0.9.0 of the contract") && said.contains("update marotte"), "{said}");
    let said = choose(&[older], &[("a/a", "*")]).unwrap_err().to_string();
    assert!(said.contains("a newer version of the component is needed"), "{said}");
}

#[test]
fn what_says_more_than_can_be_read_here_is_passed_over() {
    let older: Offer = ("a/a", "1.0.0", &[]);
    for (newer, words) in [
        ("2.0.0+interface.0.2", "version 0.2 of the contract; this program has version 0.1.0: update marotte"),
        ("2.0.0+document.2", "a document of version 2; this program reads version 1: update marotte"),
    ] {
        assert_eq!(choose(&[older, ("a/a", newer, &[])], &[("a/a", "*")]).unwrap(), ["a/a 1.0.0"]);
        let said = choose(&[("a/a", newer, &[])], &[("a/a", "*")]).unwrap_err().to_string();
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn what_comes_before_a_release_is_taken_where_all_name_it() {
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
        let said = choose(offers, &[("a/a", "*"), others]).unwrap_err().to_string();
        assert!(
            said.contains("'a/a' 1.0.0 depends on 'x/x' >=2.0.0-rc.1") && !said.contains("-0"),
            "{others:?}: {said}"
        );
    }
}

#[test]
fn a_version_is_fetched_once() {
    let source = list(&[("a/a", "1.0.0", &[("b/b", "*")]), ("b/b", "1.0.0", &[])]);
    let known: Rc<dyn ArtifactSource> = source.clone();
    let wanted = [RequestedProvider { name: "a/a".into(), requirement: VersionReq::STAR, preferred: None }];
    assert_eq!(resolve(&wanted, &|_| Ok(Some(known.clone()))).unwrap().len(), 2);
    assert_eq!(source.fetches.get(), 2);
}

#[test]
fn ranges_mean_what_requirements_mean() {
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
