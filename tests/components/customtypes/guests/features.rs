//! A type whose values and attributes require features: one provider has no features, one has all, and one has those
//! available on the system.
#![expect(missing_docs, reason = "the Ruby types have no documentation")]

use marotte_test_customtypes::provider;
use package::{Edge, Gadget, GadgetState};

#[marotte_sdk::package]
pub mod package {
    #[resource(name = "gadget", features(sharp = "It cuts.", shiny = "It gleams."))]
    #[provider(name = "plain", by = super::Plain)]
    #[provider(name = "fancy", by = super::Plain, features("sharp", "shiny"))]
    #[provider(name = "handy", by = super::Plain, features(sharp(path("/bin/sh")), shiny(path("/nonexistent/polish"))))]
    pub struct Gadget {
        #[parameter(namevar)]
        pub name: String,
        #[property]
        pub edge: Option<Edge>,
        #[property(features("shiny"))]
        pub polish: Option<String>,
        #[parameter(features("sharp", "shiny"))]
        pub wax: Option<String>,
    }

    #[derive(Debug, Clone, PartialEq)]
    pub enum Edge {
        Dull,
        #[choice(features("sharp"))]
        Keen,
        #[choice(features("sharp", "shiny"))]
        Dazzling,
        #[choice(pattern = r"^\d+$", features("sharp"))]
        Grade(String),
    }
}

provider!(Plain of Gadget, get |_system, _row| {
    let is = GadgetState { edge: Some(Edge::Grade("blunt".to_owned())), polish: Some("none".to_owned()) };
    Ok(is.into())
});
