//! Owns the resource type `anchor`: a place in the order of things, and nothing on the machine.

use marotte_sdk::prelude::*;
pub use package::*;

#[marotte_sdk::package]
mod package {
    /// Marks a place in the order of resources, and does nothing.
    ///
    /// Other resources say that they come before or after it, and what notifies it notifies all that subscribe to it. Modules
    /// put one at the beginning and one at the end of a class, so that what classes within it do lies between the two; today `contain`
    /// does the same.
    #[resource(
        name = "anchor",
        example = "anchor { 'app::begin': }\n-> file { '/etc/app.conf':\n  content => 'x',\n}\n-> anchor { 'app::end': }"
    )]
    #[provider(name = "none", by = crate::Nothing, refresh, docs = "Nothing is ever done.")]
    pub struct Anchor {
        /// The name of the place.
        #[parameter(namevar)]
        pub name: String,
    }
}

/// What is always as it should be.
#[derive(Debug, Default)]
pub struct Nothing;

impl Provider for Nothing {
    type Resource = Anchor;

    fn get(&mut self, _system: &impl Read, rows: &[Row<Anchor>]) -> Vec<Result<State<Anchor>>> {
        each(rows, |_| Ok(AnchorState::default().into()))
    }

    fn set(
        &mut self,
        _system: &impl Write,
        _row: &Row<Anchor>,
        _is: &AnchorState,
        _changed: &[AnchorAttribute],
    ) -> Result<Applied<AnchorAttribute>> {
        Ok(Applied::all())
    }
}

/// That it can be refreshed lets a refresh go through to what comes after it.
impl Refresh for Nothing {
    fn refresh(&mut self, _system: &impl Write, _row: &Row<Anchor>) -> Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use marotte_sdk::fake::{Fake, Trial};

    use super::*;

    #[test]
    fn nothing_is_done() {
        let machine = Fake::new();
        let mut trial: Trial<Nothing> = Trial::new::<Component>(&machine, "none");
        let wanted = trial.want("app::begin -- \"ä\"\n", &[]).unwrap();
        assert_eq!(trial.apply(&wanted), [""; 0]);
        trial.refresh(&wanted).unwrap();
        assert_eq!((machine.effects(), machine.reads()), (Vec::<String>::new(), Vec::new()));
        assert_eq!(trial.want("a", &[("ensure", "present".into())]).err().unwrap(), "no parameter named 'ensure'");
    }
}
