//! Signatures of functions: named parameters, block and return type.

use std::sync::Arc;

use crate::callable::accepts_block;
use crate::subject::Subject;
use crate::types::{CallableType, Size, TupleType, Type};

/// One signature of a function.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FunctionSignature {
    /// The parameters in order. The last one repeats if more arguments are allowed.
    pub parameters: Vec<SignatureParameter>,
    /// Minimum number of arguments.
    pub min: usize,
    /// Maximum number of arguments; `None` if unlimited.
    pub max: Option<usize>,
    /// The block, if one is accepted.
    pub block: Option<SignatureBlock>,
    /// The return type, if declared.
    pub returns: Option<Type>,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct SignatureParameter {
    /// The name.
    pub name: Arc<str>,
    /// The accepted type.
    pub data_type: Type,
}

/// A block.
#[derive(Clone, Debug, PartialEq)]
pub struct SignatureBlock {
    /// The name.
    pub name: Arc<str>,
    /// The type of the block: a callable, which is optional if the block can be omitted.
    pub data_type: Type,
}

impl FunctionSignature {
    /// Returns whether arguments and a block match the signature.
    pub fn accepts<V: Subject>(&self, arguments: &[V], block: Option<&CallableType>) -> bool {
        arguments.len() >= self.min
            && self.max.is_none_or(|max| arguments.len() <= max)
            && arguments.iter().enumerate().all(|(index, argument)| {
                self.parameter_at(index).is_some_and(|parameter| parameter.data_type.is_instance(argument))
            })
            && accepts_block(self.block.as_ref().map(|block| &block.data_type), block)
    }

    /// Returns the parameter that receives an argument.
    pub fn parameter_at(&self, index: usize) -> Option<&SignatureParameter> {
        self.parameters.get(index).or_else(|| self.parameters.last())
    }

    /// Returns the accepted number of arguments.
    pub fn size(&self) -> Size {
        Size::new(self.min as u64, self.max.map(|max| max as u64))
    }

    /// Returns the signature as a type, without names.
    pub fn callable(&self) -> CallableType {
        let types: Box<[Type]> = self.parameters.iter().map(|parameter| parameter.data_type.clone()).collect();
        CallableType {
            parameters: Some(Arc::new(TupleType::of_parameters(types, self.size()))),
            block: self.block.as_ref().map(|block| block.data_type.clone()),
            returns: self.returns.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mismatch::describe_call;
    use crate::{Builtins, Literal};

    fn data_type(text: &str) -> Type {
        Type::parse(text, &mut Builtins).unwrap()
    }

    fn block(text: &str) -> CallableType {
        match data_type(text) {
            Type::Callable(callable) => (*callable).clone(),
            other => panic!("{other}"),
        }
    }

    fn each(arity: usize, is_optional: bool) -> FunctionSignature {
        let callable = Type::Callable(Arc::new(CallableType::new(vec![Type::Any; arity], arity, Some(arity))));
        FunctionSignature {
            parameters: vec![SignatureParameter { name: "list".into(), data_type: Type::array() }],
            min: 1,
            max: Some(1),
            block: Some(SignatureBlock {
                name: "block".into(),
                data_type: if is_optional { Type::optional(callable) } else { callable },
            }),
            returns: None,
        }
    }

    fn refused(signatures: &[&FunctionSignature], arguments: &str, block: Option<&CallableType>) -> String {
        let Literal::Array(arguments) = Literal::parse(arguments, &mut Builtins).unwrap() else {
            panic!("{arguments}")
        };
        assert!(!signatures.iter().any(|signature| signature.accepts(&arguments, block)));
        describe_call("f", signatures, &arguments, block)
    }

    #[test]
    fn block_mismatches_are_described() {
        let (one, two) = (each(1, false), each(2, false));
        let three = block("Callable[Any, Any, Any]");
        assert_eq!(refused(&[&one, &two], "[[]]", Some(&three)), "'f' block expects between 1 and 2 arguments, got 3");
        assert_eq!(refused(&[&one, &two], "[[]]", None), "'f' expects a block");
        assert_eq!(
            refused(&[&FunctionSignature { block: None, ..each(1, false) }], "[[]]", Some(&three)),
            "'f' does not expect a block"
        );
        let typed = block("Callable[[Any], String]");
        let mut wants_integer = each(1, false);
        wants_integer.block.as_mut().unwrap().data_type = data_type("Callable[[Any], Integer]");
        assert_eq!(
            refused(&[&wants_integer], "[[]]", Some(&typed)),
            "'f' block return expects an Integer value, got String"
        );
        assert!(each(1, true).accepts::<Literal>(&[Literal::Array([].into())], None));
        assert!(each(1, false).accepts::<Literal>(&[Literal::Array([].into())], Some(&block("Callable[Any, 0, 2]"))));
    }

    #[test]
    fn signatures_are_callables() {
        assert_eq!(
            Type::Callable(Arc::new(each(2, true).callable())).to_string(),
            "Callable[Array, Optional[Callable[Any, Any]]]"
        );
        assert_eq!(
            Type::Callable(Arc::new(FunctionSignature { max: Some(0), ..FunctionSignature::default() }.callable()))
                .to_string(),
            "Callable[0, 0]"
        );
        let rest =
            FunctionSignature { max: None, parameters: each(1, true).parameters, ..FunctionSignature::default() };
        assert_eq!(Type::Callable(Arc::new(rest.callable())).to_string(), "Callable[Array, 0]");
        assert!(rest.callable().accepts::<Literal>(&[], None) && block("Callable").accepts(&[Literal::Undef], None));
    }
}
