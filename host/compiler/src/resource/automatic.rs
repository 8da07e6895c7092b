//! Automatic parameter lookup: a class parameter without a value gets the value of the key `class::parameter`.

use hiera::Lookup;
use syntax::ast::Parameter as Declared;
use value::EvalError;

use crate::attribute::Parameter;
use crate::evaluator::Evaluator;
use crate::identity::{ResourceId, ScopeId};

impl<'a> Evaluator<'a> {
    /// Looks up the parameters of a class that have no value yet.
    ///
    /// # Errors
    /// Returns an error if the data is invalid.
    pub(crate) fn look_up_parameters(
        &mut self,
        class: &'a str,
        declared: &'a [Declared],
        scope: ScopeId,
        id: ResourceId,
    ) -> Result<(), EvalError> {
        let resource = self.resources.get(id);
        let lacking: Vec<&'a Declared> =
            declared.iter().filter(|parameter| resource.value(&parameter.name).is_none()).collect();
        let module = class.split_once("::").map_or(class, |(module, _)| module);
        if lacking.is_empty() || !Lookup::new(self).has_data(module)? {
            return Ok(());
        }
        let mark = self.scopes.mark();
        self.scopes.enter(scope);
        let result = lacking.into_iter().try_for_each(|parameter| self.look_up_parameter(class, parameter, id));
        self.scopes.restore(mark);
        result
    }

    fn look_up_parameter(&mut self, class: &str, parameter: &'a Declared, id: ResourceId) -> Result<(), EvalError> {
        let key = format!("{class}::{}", parameter.name);
        let found = Lookup::new(self).class_parameter(&key)?;
        // An undef value does not override a default.
        let Some(value) = found.filter(|value| !value.is_undef() || parameter.default.is_none()) else {
            return Ok(());
        };
        let (name, source) = (&*parameter.name, self.scopes.get(self.scopes.current()).source);
        let value = value.into_attribute()?;
        self.set_parameter(id, Parameter { name, value, source, span: None, appends: false })
    }
}
