//! `extlib::random_password`: rejected by name, since the value would change with each compilation.

use value::EvalError;

use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "extlib::random_password",
    "Fails: a random password would change with each compilation. `stdlib::seeded_rand_string` with a secret seed, or a value in \
     Hiera, stays the same. As an argument of `extlib::cache_data`, the call is not evaluated.",
    &[Overload::new("Integer[1] $length", |_| {
        Err(EvalError::new("extlib::random_password(): a random password would change with each compilation").with_hint(
            "use a value of Hiera, or 'stdlib::seeded_rand_string' with a secret seed, which stays the same for each seed",
        ))
    })],
);
