//! Constructors of versions and version ranges: from text or from their components.

use std::sync::Arc;

use datatype::{SemVer, SemVerRange};
use value::{EvalError, Value};

use super::number::unconvertible;
use crate::evaluator::{Function, FunctionCall, Overload};

/// `SemVer`
pub(super) static SEM_VER: Function = Function::new(
    "new_Version",
    "Creates a version from text or from its components.",
    &[
        Overload::new("SemVerPattern $str", |call| {
            let version = SemVer::parse(call.text(0)).ok_or_else(|| unconvertible(call.argument(0), "a SemVer"))?;
            Ok(Value::SemVer(Arc::new(version)))
        }),
        Overload::new(
            "PositiveInteger $major, PositiveInteger $minor, PositiveInteger $patch, SemVerQualifier $prerelease?, \
             SemVerQualifier $build?",
            |call| {
                let numbers = [call.argument(0), call.argument(1), call.argument(2)];
                version(numbers, call.argument(3), call.argument(4))
            },
        ),
        Overload::new("SemVerHash $hash_args", |call| {
            let numbers = [named(call, "major"), named(call, "minor"), named(call, "patch")];
            version(numbers, named(call, "prerelease"), named(call, "build"))
        }),
        Overload::refusal("String $str", |call| Err(unconvertible(call.argument(0), "a SemVer"))),
    ],
)
.with_types(&[
    "PositiveInteger = Integer[0,default]",
    r"SemVerQualifier = Pattern[/\A(?<part>[0-9A-Za-z-]+)(?:\.\g<part>)*\Z/]",
    r"SemVerPattern = Pattern[/\A(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?\Z/]",
    "SemVerHash = Struct[{major=>PositiveInteger,minor=>PositiveInteger,patch=>PositiveInteger,\
     Optional[prerelease]=>SemVerQualifier,Optional[build]=>SemVerQualifier}]",
]);

/// `SemVerRange`
pub(super) static SEM_VER_RANGE: Function = Function::new(
    "new_VersionRange",
    "Creates a version range from text or from its bounds.",
    &[
        Overload::new("SemVerRangeString $str", |call| {
            let range = SemVerRange::parse(call.text(0))
                .ok_or_else(|| EvalError::new(format!("Unparsable version range: {}", call.argument(0).inspect())))?;
            Ok(Value::SemVerRange(Arc::new(range)))
        }),
        Overload::new("Variant[Default,SemVer] $min, Variant[Default,SemVer] $max, Boolean $exclude_max?", |call| {
            Ok(range(call.argument(0), call.argument(1), call.argument(2)))
        }),
        Overload::new("SemVerRangeHash $hash_args", |call| {
            Ok(range(named(call, "min"), named(call, "max"), named(call, "exclude_max")))
        }),
    ],
)
.with_types(&[
    "SemVerRangeString = String[1]",
    "SemVerRangeHash = Struct[{min=>Variant[Default,SemVer],Optional[max]=>Variant[Default,SemVer],\
     Optional[exclude_max]=>Boolean}]",
]);

/// Returns an entry of the hash of named arguments.
fn named<'c>(call: &FunctionCall<'c, '_>, name: &str) -> &'c Value {
    call.argument(0).as_hash().and_then(|arguments| arguments.text(name)).unwrap_or(&Value::Undef)
}

fn version(numbers: [&Value; 3], prerelease: &Value, build: &Value) -> Result<Value, EvalError> {
    // The signature only allows non-negative integers here.
    let [major, minor, patch] = numbers.map(|number| number.as_integer().unwrap_or(0).unsigned_abs());
    let version = SemVer::new(major, minor, patch).with_qualifiers(prerelease.as_str(), build.as_str());
    let version = version.ok_or_else(|| unconvertible(prerelease, "a SemVer"))?;
    Ok(Value::SemVer(Arc::new(version)))
}

fn range(min: &Value, max: &Value, excludes_max: &Value) -> Value {
    let bound = |value: &Value| match value {
        Value::SemVer(version) => Some(SemVer::clone(version)),
        _ => None,
    };
    Value::SemVerRange(Arc::new(SemVerRange::between(bound(min), bound(max), excludes_max.is_true())))
}
