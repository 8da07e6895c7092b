//! Version resolution: the highest version of each provider that satisfies the request and all dependencies
//! and that this program can run, or an explanation of the conflict.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

use marotte_contract::package::PackageError;
use pubgrub::{
    Dependencies, DependencyProvider, DerivationTree, External, PackageResolutionStatistics, PubGrubError, Ranges,
};
use semver::{Comparator, Op, Prerelease, Version, VersionReq};
use thiserror::Error;

use crate::source::{ArtifactSource, FetchedArtifact, SourceError};

/// A requested provider.
#[derive(Debug, Clone, PartialEq)]
pub struct RequestedProvider {
    /// `namespace/name`
    pub name: String,
    /// The acceptable versions.
    pub requirement: VersionReq,
    /// The version that takes precedence if it is acceptable; by default, the highest.
    pub preferred: Option<Version>,
}

/// A resolved provider.
#[derive(Debug, Clone)]
pub struct ChosenProvider {
    /// The fetched artifact.
    pub fetched: FetchedArtifact,
    /// The name of its source.
    pub source: String,
}

/// Returns the source of a provider, or `None` if no source has it.
pub type FindSource<'a> = dyn Fn(&str) -> Result<Option<Rc<dyn ArtifactSource>>, SourceError> + 'a;

/// Reason why no versions could be selected.
#[derive(Debug, Error)]
pub enum ResolveError {
    /// There is no solution.
    #[error("No compatible versions of the providers exist:{}", reasons.iter().map(|reason| format!("\n  {reason}")).collect::<String>())]
    Conflict {
        /// The facts that together exclude a solution.
        reasons: Vec<String>,
    },
    /// A source failed.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// A dependency is not valid.
    #[error(
        "The provider '{name}' {version} depends on '{dependency}' {requirement:?}, which is not a range of versions: {reason}"
    )]
    Requirement {
        /// The provider.
        name: String,
        /// Its version.
        version: String,
        /// The dependency.
        dependency: String,
        /// The range.
        requirement: String,
        /// The reason.
        reason: String,
    },
}

/// Selects versions of the requested providers and all dependencies, sorted by name: the preferred versions, or
/// else the highest.
///
/// # Errors
/// Returns an error if there is no solution, or a source cannot be accessed.
pub fn resolve(wanted: &[RequestedProvider], find: &FindSource<'_>) -> Result<Vec<ChosenProvider>, ResolveError> {
    let pool =
        Pool { wanted, find, listed: RefCell::default(), fetched: RefCell::default(), requested: RefCell::default() };
    let solution = match pubgrub::resolve(&pool, Node::Request, Version::new(0, 0, 0)) {
        Ok(solution) => solution,
        Err(PubGrubError::NoSolution(tree)) => {
            let mut reasons = Vec::new();
            explain(&tree, &pool, &mut reasons);
            return Err(ResolveError::Conflict { reasons });
        }
        Err(
            PubGrubError::ErrorRetrievingDependencies { source, .. }
            | PubGrubError::ErrorChoosingVersion { source, .. }
            | PubGrubError::ErrorInShouldCancel(source),
        ) => return Err(source),
    };
    let chosen: BTreeMap<String, Version> =
        solution.into_iter().filter_map(|(node, version)| Some((node.name()?.to_owned(), version))).collect();
    chosen.iter().map(|(name, version)| pool.take(name, version)).collect()
}

/// A package of the solver.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Node {
    /// The request itself.
    Request,
    /// A provider.
    Provider(String),
}

impl Node {
    fn name(&self) -> Option<&str> {
        match self {
            Self::Request => None,
            Self::Provider(name) => Some(name),
        }
    }
}

impl fmt::Display for Node {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name().unwrap_or("the request"))
    }
}

/// A fetched version.
#[derive(Clone)]
enum Candidate {
    Usable(Box<FetchedArtifact>),
    /// It cannot be used, for example because of another version of the contract; with the reason.
    Unusable(String),
}

/// Cache of the available versions. Each source is queried once for a provider, and each version is fetched
/// once.
struct Pool<'a> {
    wanted: &'a [RequestedProvider],
    find: &'a FindSource<'a>,
    listed: RefCell<BTreeMap<String, Listed>>,
    fetched: RefCell<BTreeMap<(String, Version), Candidate>>,
    /// The requested ranges by provider.
    requested: RefCell<BTreeMap<String, Vec<VersionReq>>>,
}

#[derive(Clone, Default)]
struct Listed {
    source: Option<Rc<dyn ArtifactSource>>,
    versions: Vec<Version>,
}

impl Pool<'_> {
    fn list(&self, name: &str) -> Result<Listed, SourceError> {
        if let Some(known) = self.listed.borrow().get(name) {
            return Ok(known.clone());
        }
        let source = (self.find)(name)?;
        let versions = source.as_ref().map_or(Ok(Vec::new()), |source| source.versions(name))?;
        let listed = Listed { source, versions };
        self.listed.borrow_mut().insert(name.to_owned(), listed.clone());
        Ok(listed)
    }

    fn fetch(&self, name: &str, version: &Version) -> Result<Candidate, SourceError> {
        let key = (name.to_owned(), version.clone());
        if let Some(known) = self.fetched.borrow().get(&key) {
            return Ok(known.clone());
        }
        let source = self.list(name)?.source;
        let missing = || SourceError::Missing { place: String::new(), name: name.to_owned(), version: version.clone() };
        let fetched = match source.ok_or_else(missing)?.fetch(name, version) {
            Ok(fetched) => match fetched.artifact.package().check_version() {
                Ok(()) => Candidate::Usable(Box::new(fetched)),
                Err(reason) => Candidate::Unusable(reason.to_string()),
            },
            Err(SourceError::Package(reason @ (PackageError::Version { .. } | PackageError::Schema { .. }))) => {
                Candidate::Unusable(reason.to_string())
            }
            Err(fault) => return Err(fault),
        };
        self.fetched.borrow_mut().insert(key, fetched.clone());
        Ok(fetched)
    }

    fn take(&self, name: &str, version: &Version) -> Result<ChosenProvider, ResolveError> {
        let source = self.list(name)?.source.map_or_else(String::new, |source| source.describe());
        match self.fetch(name, version)? {
            Candidate::Usable(fetched) => Ok(ChosenProvider { fetched: *fetched, source }),
            Candidate::Unusable(reason) => Err(ResolveError::Conflict { reasons: vec![reason] }),
        }
    }

    /// Records a requested range and returns it in the representation of the solver.
    fn request(&self, name: &str, requirement: &VersionReq) -> (Node, Ranges<Version>) {
        self.requested.borrow_mut().entry(name.to_owned()).or_default().push(requirement.clone());
        (Node::Provider(name.to_owned()), range(requirement))
    }
}

/// Dependencies of a version, or the reason why it cannot be used.
type DependenciesOf<P> =
    Dependencies<<P as DependencyProvider>::P, <P as DependencyProvider>::VS, <P as DependencyProvider>::M>;

impl DependencyProvider for Pool<'_> {
    type P = Node;
    type V = Version;
    type VS = Ranges<Version>;
    type M = String;
    type Priority = (u32, std::cmp::Reverse<usize>);
    type Err = ResolveError;

    fn prioritize(
        &self,
        node: &Node,
        range: &Ranges<Version>,
        conflicts: &PackageResolutionStatistics,
    ) -> Self::Priority {
        // The packages with the fewest remaining versions are decided first.
        let listed = node.name().and_then(|name| self.list(name).ok()).unwrap_or_default();
        let left = listed.versions.iter().filter(|version| range.contains(*version)).count();
        (conflicts.conflict_count(), std::cmp::Reverse(left))
    }

    fn choose_version(&self, node: &Node, range: &Ranges<Version>) -> Result<Option<Version>, ResolveError> {
        let Some(name) = node.name() else { return Ok(Some(Version::new(0, 0, 0))) };
        let listed = self.list(name)?;
        let requested = self.requested.borrow();
        // A pre-release is chosen only if all requirements on it mention one.
        let in_force = requested.get(name).into_iter().flatten().filter(|one| range.subset_of(&self::range(one)));
        let in_force: Vec<&VersionReq> = in_force.collect();
        let is_eligible = |version: &&Version| {
            version.pre.is_empty() || in_force.iter().all(|requirement| requirement.matches(version))
        };
        let fitting = listed.versions.iter().filter(|version| range.contains(*version)).filter(is_eligible);
        let preferred =
            self.wanted.iter().find(|wanted| wanted.name == name).and_then(|wanted| wanted.preferred.as_ref());
        Ok(fitting.max_by_key(|version| (Some(*version) == preferred, *version)).cloned())
    }

    fn get_dependencies(&self, node: &Node, version: &Version) -> Result<DependenciesOf<Self>, ResolveError> {
        let Some(name) = node.name() else {
            let wanted = self.wanted.iter().map(|wanted| self.request(&wanted.name, &wanted.requirement));
            return Ok(Dependencies::Available(wanted.collect()));
        };
        let fetched = match self.fetch(name, version)? {
            Candidate::Usable(fetched) => fetched,
            Candidate::Unusable(reason) => return Ok(Dependencies::Unavailable(reason)),
        };
        let dependencies = &fetched.artifact.package().manifest.dependencies;
        let constraints = dependencies.iter().map(|(dependency, text)| {
            let requirement = text.parse().map_err(|error: semver::Error| ResolveError::Requirement {
                name: name.to_owned(),
                version: version.to_string(),
                dependency: dependency.clone(),
                requirement: text.clone(),
                reason: error.to_string(),
            })?;
            Ok(self.request(dependency, &requirement))
        });
        constraints
            .collect::<Result<Vec<_>, ResolveError>>()
            .map(|all| Dependencies::Available(all.into_iter().collect()))
    }
}

/// Lists the facts that exclude a solution, each once.
fn explain(tree: &DerivationTree<Node, Ranges<Version>, String>, pool: &Pool<'_>, reasons: &mut Vec<String>) {
    // A range that ends before the pre-releases of a version is shown as ending before that version.
    let of = |range: &Ranges<Version>| {
        if *range == Ranges::full() {
            return String::new();
        }
        format!(" {range},").replace("-0,", ",").replace("-0 ", " ").trim_end_matches(',').to_owned()
    };
    let fact = match tree {
        DerivationTree::Derived(derived) => {
            explain(&derived.cause1, pool, reasons);
            explain(&derived.cause2, pool, reasons);
            return;
        }
        DerivationTree::External(External::NotRoot(..)) => return,
        DerivationTree::External(External::FromDependencyOf(Node::Request, _, other, range)) => {
            format!("'{other}'{} is requested", of(range))
        }
        DerivationTree::External(External::FromDependencyOf(node, mine, other, range)) => {
            format!("'{node}'{} depends on '{other}'{}", of(mine), of(range))
        }
        DerivationTree::External(External::Custom(node, range, reason)) => format!("'{node}'{}: {reason}", of(range)),
        DerivationTree::External(External::NoVersions(node, range)) => {
            let listed = node.name().and_then(|name| pool.list(name).ok()).unwrap_or_default();
            let available: Vec<String> = listed.versions.iter().map(ToString::to_string).collect();
            match (&listed.source, &*available) {
                (None, _) => format!("no source has '{node}'"),
                (Some(source), []) => format!("'{}' has no version of '{node}'", source.describe()),
                (Some(source), available) => {
                    format!(
                        "'{}' has no version{} of '{node}', only {}",
                        source.describe(),
                        of(range),
                        available.join(", ")
                    )
                }
            }
        }
    };
    if !reasons.contains(&fact) {
        reasons.push(fact);
    }
}

/// Returns the range of a requirement. Pre-releases are excluded in [`Pool::choose_version`].
fn range(requirement: &VersionReq) -> Ranges<Version> {
    requirement.comparators.iter().fold(Ranges::full(), |range, comparator| range.intersection(&range_of(comparator)))
}

/// Returns the lowest pre-release of a version, which is the end of ranges that exclude the version.
fn before(release: Version) -> Version {
    Version { pre: Prerelease::new("0").expect("a number is one"), ..release }
}

fn range_of(comparator: &Comparator) -> Ranges<Version> {
    let Comparator { op, major, minor, patch, .. } = *comparator;
    let next = |number: u64| number.saturating_add(1);
    let lowest = Version {
        pre: comparator.pre.clone(),
        ..Version::new(major, minor.unwrap_or_default(), patch.unwrap_or_default())
    };
    // The first version after the range if the last numbers are omitted.
    let after = match minor {
        Some(minor) => before(Version::new(major, next(minor), 0)),
        None => before(Version::new(next(major), 0, 0)),
    };
    let is_whole = patch.is_some();
    match op {
        Op::Exact | Op::Wildcard if is_whole => Ranges::singleton(lowest),
        Op::Exact | Op::Wildcard | Op::Tilde => Ranges::between(lowest, after),
        Op::Greater if is_whole => Ranges::strictly_higher_than(lowest),
        Op::Greater => Ranges::higher_than(after),
        Op::GreaterEq => Ranges::higher_than(lowest),
        Op::Less if lowest.pre.is_empty() => Ranges::strictly_lower_than(before(lowest)),
        Op::Less => Ranges::strictly_lower_than(lowest),
        Op::LessEq if is_whole => Ranges::lower_than(lowest),
        Op::LessEq => Ranges::strictly_lower_than(after),
        Op::Caret => {
            let end = match (major, minor, patch) {
                (0, Some(0), Some(patch)) => Version::new(0, 0, next(patch)),
                (0, Some(minor), _) => Version::new(0, next(minor), 0),
                _ => Version::new(next(major), 0, 0),
            };
            Ranges::between(lowest, before(end))
        }
        // The enum of operators is non-exhaustive; unknown operators match nothing.
        _ => Ranges::empty(),
    }
}

#[cfg(test)]
mod tests;
