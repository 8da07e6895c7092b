//! `puppetdb_query`: facts, resources and reports of all nodes.

use value::{EvalError, Value, to_data};

use crate::evaluator::{Function, FunctionCall, Overload};

/// The name; the function exists only with a database.
pub(crate) const NAME: &str = "puppetdb_query";

pub(super) const FUNCTION: Function = Function::new(
    NAME,
    "Returns the rows of a query of the database of nodes, or of PuppetDB, as hashes. The query is a string in PQL, such as \
     `nodes[certname] { facts.kernel = 'Linux' }`, or an array in PuppetDB's abstract syntax. The function exists if there is \
     a database (see the settings `storeconfigs`, `storeconfigs_backend` and `database_url`).",
    &[Overload::new("Variant[String[1], Array[Data, 1]] $query", rows)],
);

fn rows(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let query = match call.argument(0).as_str() {
        Some(text) => text.to_owned(),
        None => ruby::json::compact(&to_data(call.argument(0)))?,
    };
    let rows = call.evaluator.environment().query(&query);
    let rows = rows.map_err(|error| EvalError::new(error.to_string()))?;
    // Plain data, as in Puppet: nodes decide what facts and reports contain.
    let rows: Vec<Value> = rows.iter().map(|row| (&catalog::Value::from(row)).into()).collect();
    Ok(Value::from(rows))
}
