//! Properties of all operations: limits, and laws that relate them.

use crate::{Builtins, Literal, MAX_DEPTH, Regex, Size, Type, mismatch, parameterize};

fn nested(depth: usize) -> Literal {
    (0..depth).fold(Literal::Array([].into()), |inner, _| Literal::Array([inner].into()))
}

#[test]
fn deep_nesting_is_rejected_without_a_crash() {
    let deep = nested(MAX_DEPTH * 4);
    let data = Type::builtin(crate::BuiltinAlias::Data);
    assert!(!data.is_instance(&deep) && data.is_instance(&nested(MAX_DEPTH / 2)));
    for data_type in [Type::infer(&deep), Type::infer_set(&deep)] {
        let _ =
            (data_type.to_string(), data_type.generalize(), data_type.normalize(), data_type.is_assignable(&data_type));
        assert!(
            !mismatch::describe("it", &Type::array_of(Type::array_of(Type::Numeric, Size::ANY), Size::ANY), &data_type)
                .is_empty()
        );
    }
    assert!(Literal::copy(&deep).is_none());
    let text = format!("{}Integer{}", "Array[".repeat(MAX_DEPTH + 10), "]".repeat(MAX_DEPTH + 10));
    assert!(Type::parse(&text, &mut Builtins).unwrap_err().message.contains("levels deep"));
    let mut data_type = Type::Undef;
    let outer = Type::array();
    let refused = (0..MAX_DEPTH * 2).find_map(|_| match parameterize(&outer, &[Literal::Type(data_type.clone())]) {
        Ok(crate::Parameterized::One(deeper)) => {
            data_type = deeper;
            None
        }
        other => Some(other),
    });
    assert!(refused.unwrap().unwrap_err().message.contains("levels deep"));
}

#[test]
fn inferred_types_accept_their_values() {
    let texts = [
        "1",
        "'a'",
        "[1, 'a', undef]",
        "{a => 1}",
        "{1 => [2.5]}",
        "[[], {}]",
        "/a/",
        "Integer[1, 2]",
        "default",
        "[undef]",
        "{'' => [1]}",
        "[[1, 2], ['a']]",
        "{a => {b => [1, default]}}",
        "File['/a']",
        "true",
        "[true, false, 1.5]",
    ];
    for text in texts {
        let value = Literal::parse(text, &mut Builtins).unwrap();
        let (reduced, detailed) = (Type::infer(&value), Type::infer_set(&value));
        assert!(detailed.is_instance(&value), "{detailed} {text}");
        assert!(reduced.generalize().is_assignable(&detailed) || text.contains("undef"), "{reduced} {text}");
        assert!(detailed.generalize().is_assignable(&detailed), "{detailed} {text}");
        assert_eq!(mismatch::assert_instance("it", &detailed, &value), Ok(()));
    }
}

#[test]
fn types_are_small_and_shared() {
    assert!(size_of::<Type>() <= 40, "{}", size_of::<Type>());
    fn assert_shareable<T: Send + Sync + Clone>() {}
    assert_shareable::<Type>();
    assert_shareable::<Literal>();
    assert_shareable::<Regex>();
}
