//! Chains: `A -> B ~> C`. They are recorded during the evaluation and become `before` and `notify` attributes after all
//! resources have been declared.

use datatype::Type;
use syntax::Span;
use syntax::ast::{Expression, Relationship as Written, RelationshipOperator};
use value::{CollectorId, EvalError, Value};

use super::Evaluator;
use crate::attribute::Parameter;
use crate::collector::shown;
use crate::identity::ResourceId;
use crate::issue;

/// A relationship between two operands.
#[derive(Clone, Debug)]
pub(crate) struct Relationship {
    source: Value,
    target: Value,
    is_subscription: bool,
    span: Span,
}

impl<'a> Evaluator<'a> {
    /// Evaluates a chain. Returns the last operand, or the one before it if that is an empty array.
    pub(crate) fn evaluate_relationship(
        &mut self,
        written: &'a Written,
        _expression: &'a Expression,
    ) -> Result<Value, EvalError> {
        let mut left = self.evaluate(&written.first)?;
        for link in &written.links {
            let right = self.evaluate(&link.operand)?;
            let (symbol, span) = (link.operator.symbol(), link.operator_span);
            let (lefts, rights) = (self.operands(&left, symbol, span)?, self.operands(&right, symbol, span)?);
            let (sources, targets) = match link.operator {
                RelationshipOperator::Before | RelationshipOperator::Notify => (&lefts, &rights),
                RelationshipOperator::After | RelationshipOperator::Subscribe => (&rights, &lefts),
            };
            let is_subscription =
                matches!(link.operator, RelationshipOperator::Notify | RelationshipOperator::Subscribe);
            for source in sources {
                for target in targets {
                    let (source, target) = (source.clone(), target.clone());
                    self.relationships.push(Relationship { source, target, is_subscription, span: link.operator_span });
                }
            }
            // Puppet: an empty array does not break a chain; its neighbours are related instead. Whether a collector is
            // empty is only known later.
            left = match &*rights {
                [] => Value::from(lefts),
                [Value::Collector(id)] => {
                    self.set_alternative(*id, lefts);
                    Value::from(rights)
                }
                _ => Value::from(rights),
            };
        }
        Ok(left)
    }

    /// Returns the distinct references and collectors in an operand.
    fn operands(&mut self, value: &Value, symbol: &str, span: Span) -> Result<Vec<Value>, EvalError> {
        let mut flat = Vec::new();
        value.flatten_into(&mut flat);
        let mut operands = indexmap::IndexSet::<Value, rustc_hash::FxBuildHasher>::default();
        for operand in flat {
            let operand = match operand {
                Value::Collector(_) => operand,
                Value::Reference(reference) => Value::from(Value::reference_type(&reference)),
                Value::String(text) => Value::from(self.parse_type(&text)?),
                Value::Type(_) => operand,
                other => return Err(issue::illegal_operand(&issue::value_label(&other), span).into()),
            };
            if let Value::Type(data_type) = &operand
                && !matches!(**data_type, Type::Class(_) | Type::Resource(_) | Type::CatalogEntry)
            {
                return Err(issue::not_catalog_type(&data_type.to_string(), span).into());
            }
            // Invalid references are rejected before any relationship is added.
            let referred = operand.clone().into_attribute();
            referred
                .map_err(|error| EvalError::from(issue::runtime(&format!("'{symbol}' expression"), &error, span)))?;
            operands.insert(operand);
        }
        Ok(operands.into_iter().collect())
    }

    /// Converts all chains to attributes.
    ///
    /// # Errors
    /// Returns an error if a resource does not exist.
    pub(crate) fn evaluate_relationships(&mut self) -> Result<(), EvalError> {
        for relationship in std::mem::take(&mut self.relationships) {
            let sources = self.side(&relationship.source, true)?;
            let targets = self.side(&relationship.target, false)?;
            for source in &sources {
                for target in &targets {
                    self.relate(source, target, &relationship)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the resources of an operand: a reference itself, or the collected resources of a collector. If the
    /// collector on the left is empty, the operand further to the left is used.
    fn side(&self, side: &Value, is_left: bool) -> Result<Vec<Value>, EvalError> {
        let Value::Collector(id) = side else { return Ok(vec![side.clone()]) };
        Ok(if is_left { self.leftmost(*id) } else { self.references(*id) })
    }

    fn references(&self, id: CollectorId) -> Vec<Value> {
        self.collected(id).into_iter().map(|resource| self.reference_value(resource)).collect()
    }

    fn leftmost(&self, id: CollectorId) -> Vec<Value> {
        let mut id = id;
        loop {
            let references = self.references(id);
            if !references.is_empty() {
                return references;
            }
            match self.alternative(id) {
                [Value::Collector(next)] => id = *next,
                alternative => return alternative.to_vec(),
            }
        }
    }

    fn relate(&mut self, source: &Value, target: &Value, relationship: &Relationship) -> Result<(), EvalError> {
        let labelled = |diagnostic: syntax::Diagnostic| diagnostic.with_label(relationship.span, "the relationship");
        let attribute = |side: &Value| side.clone().into_attribute();
        // Puppet: the replacement for an empty collector is still a type in the message.
        let is_replacement = matches!(relationship.source, Value::Collector(_)) && matches!(source, Value::Type(_));
        let written = is_replacement.then(|| source.to_string());
        let (source, target) = (&attribute(source)?, &attribute(target)?);
        for side in [source, target] {
            if !crate::collector::is_reference(side) {
                return Err(labelled(issue::no_reference(side, None)).into());
            }
        }
        let Some(source_id) = self.find_reference(source)? else {
            let missing = written.unwrap_or_else(|| shown(source));
            let fault = labelled(issue::unrelated(&missing, &shown(target), true)).into();
            return Err(self.with_known_reference(fault, source, None));
        };
        if self.find_reference(target)?.is_none() {
            let fault = labelled(issue::unrelated(&shown(target), &shown(source), false)).into();
            return Err(self.with_known_reference(fault, target, Some(source_id)));
        }
        let name = if relationship.is_subscription { "notify" } else { "before" };
        self.append_reference(source_id, name, target.clone());
        Ok(())
    }

    /// Appends a reference to an attribute, converting its value to an array.
    pub(crate) fn append_reference(&mut self, id: ResourceId, name: &'a str, reference: Value) {
        let resource = self.resources.get_mut(id);
        let source = resource.source;
        let mut values = match resource.parameters.iter_mut().find(|parameter| parameter.name == name) {
            Some(parameter) => match std::mem::take(&mut parameter.value) {
                Value::Undef => Vec::new(),
                Value::Array(values) => values.to_vec(),
                single => vec![single],
            },
            None => Vec::new(),
        };
        values.push(reference);
        match resource.parameters.iter_mut().find(|parameter| parameter.name == name) {
            Some(parameter) => parameter.value = Value::from(values),
            None => resource.parameters.push(Parameter {
                name,
                value: Value::from(values),
                source,
                span: None,
                appends: false,
            }),
        }
    }
}
