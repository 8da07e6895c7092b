//! The resource type `anchor`, which orders other resources and manages nothing.

use marotte_sdk::prelude::*;
pub use package::*;

#[marotte_sdk::package]
mod package {
    /// Serves as a reference point for relationships, and manages nothing.
    ///
    /// Other resources can be ordered before or after an anchor. When it is notified, it notifies its own subscribers.
    /// Older modules declare an anchor at the beginning and at the end of a class, so that the classes declared in
    /// between are contained in it; the function `contain` makes this unnecessary.
    #[resource(
        name = "anchor",
        example = "anchor { 'app::begin': }\n-> file { '/etc/app.conf':\n  content => 'x',\n}\n-> anchor { 'app::end': }"
    )]
    #[provider(name = "none", by = crate::AnchorProvider, refresh, docs = "Never changes anything.")]
    pub struct Anchor {
        /// The name of the anchor.
        #[parameter(namevar)]
        pub name: String,
    }
}

/// Provider for anchors, which are always in sync.
#[derive(Debug, Default)]
pub struct AnchorProvider;

impl Provider for AnchorProvider {
    type Resource = Anchor;

    fn get(&mut self, _system: &impl ReadSystem, rows: &[Row<Anchor>]) -> Vec<Result<State<Anchor>>> {
        for_each_row(rows, |_| Ok(AnchorState::default().into()))
    }

    fn set(
        &mut self,
        _system: &impl WriteSystem,
        _row: &Row<Anchor>,
        _is: &AnchorState,
        _changed: &[AnchorAttribute],
    ) -> Result<Applied<AnchorAttribute>> {
        Ok(Applied::all())
    }
}

/// Supports refresh so that refresh events propagate to dependent resources.
impl Refresh for AnchorProvider {
    fn refresh(&mut self, _system: &impl WriteSystem, _row: &Row<Anchor>) -> Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use marotte_sdk::fake::{FakeSystem, ProviderTest};

    use super::*;

    #[test]
    fn anchor_does_not_access_the_system() {
        let machine = FakeSystem::new();
        let mut trial: ProviderTest<AnchorProvider> = ProviderTest::new::<Component>(&machine, "none");
        let wanted = trial.want("app::begin -- \"ä\"\n", &[]).unwrap();
        assert_eq!(trial.apply(&wanted), [""; 0]);
        trial.refresh(&wanted).unwrap();
        assert_eq!((machine.effects(), machine.reads()), (Vec::<String>::new(), Vec::new()));
        assert_eq!(
            trial.want("a", &[("ensure", "present".into())]).err().unwrap().message,
            "no parameter named 'ensure'"
        );
    }
}
