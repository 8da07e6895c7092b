//! Test of attributes with the same names as identifiers in the generated code.

#[path = "names/odd.rs"]
pub mod odd;

use marotte_sdk::fake::{FakeSystem, ProviderTest};

use odd::Only;
use odd::schema::Component;

#[test]
fn attributes_can_have_names_used_in_generated_code() {
    let machine = FakeSystem::new();
    let mut trial = ProviderTest::<Only>::new::<Component>(&machine, "only");
    let attributes = [("values", "other".into()), ("value", 1.into()), ("row", vec!["a", "b"].into())];
    let wanted = trial.want("here", &attributes).unwrap();
    assert_eq!(trial.apply(&wanted), ["values: values changed 'here' to 'other'"]);
    assert_eq!(machine.lines()[0].text, "a b");
}
