//! Numbers.

use super::{Method, method};
use crate::compare::float;
use crate::interpreter::{Arguments, Interpreter, Unwind};
use crate::value::Value;

/// Common methods of integers and floats.
pub(super) const NUMBER: &[Method] = &[
    method("+", 1, 1, |machine, this, given| calculate(machine, this, given.get(0), "+")),
    method("-", 1, 1, |machine, this, given| calculate(machine, this, given.get(0), "-")),
    method("*", 1, 1, |machine, this, given| calculate(machine, this, given.get(0), "*")),
    method("/", 1, 1, |machine, this, given| calculate(machine, this, given.get(0), "/")),
    method("%", 1, 1, |machine, this, given| calculate(machine, this, given.get(0), "%")),
    method("modulo", 1, 1, |machine, this, given| calculate(machine, this, given.get(0), "%")),
    method("**", 1, 1, |machine, this, given| calculate(machine, this, given.get(0), "**")),
    method("pow", 1, 1, |machine, this, given| calculate(machine, this, given.get(0), "**")),
    method("div", 1, 1, |machine, this, given| {
        let quotient = calculate(machine, this, given.get(0), "/")?;
        floor_to(machine, quotient, 0, Rounding::Down)
    }),
    method("fdiv", 1, 1, |machine, this, given| {
        let divisor = machine.number(given.get(0))?;
        Ok(Value::Float(machine.number(this)? / divisor))
    }),
    method("divmod", 1, 1, |machine, this, given| {
        let quotient = calculate(machine, this, given.get(0), "/")?;
        let quotient = floor_to(machine, quotient, 0, Rounding::Down)?;
        let rest = calculate(machine, this, given.get(0), "%")?;
        Ok(machine.heap.array(vec![quotient, rest]))
    }),
    method("<", 1, 1, |machine, this, given| {
        machine.must_compare(this, given.get(0)).map(|order| Value::Boolean(order.is_lt()))
    }),
    method("<=", 1, 1, |machine, this, given| {
        machine.must_compare(this, given.get(0)).map(|order| Value::Boolean(order.is_le()))
    }),
    method(">", 1, 1, |machine, this, given| {
        machine.must_compare(this, given.get(0)).map(|order| Value::Boolean(order.is_gt()))
    }),
    method(">=", 1, 1, |machine, this, given| {
        machine.must_compare(this, given.get(0)).map(|order| Value::Boolean(order.is_ge()))
    }),
    method("between?", 2, 2, between),
    method("clamp", 2, 2, clamp),
    method("+@", 0, 0, |_, this, _| Ok(this)),
    method("-@", 0, 0, |machine, this, _| calculate(machine, Value::Integer(0), this, "-")),
    method("abs", 0, 0, |machine, this, _| match this {
        Value::Integer(number) => number.checked_abs().map(Value::Integer).ok_or_else(|| machine.too_big()),
        other => machine.number(other).map(|number| Value::Float(number.abs())),
    }),
    method("zero?", 0, 0, |machine, this, _| Ok(Value::Boolean(machine.number(this)? == 0.0))),
    method("positive?", 0, 0, |machine, this, _| Ok(Value::Boolean(machine.number(this)? > 0.0))),
    method("negative?", 0, 0, |machine, this, _| Ok(Value::Boolean(machine.number(this)? < 0.0))),
    method("nonzero?", 0, 0, |machine, this, _| Ok(if machine.number(this)? == 0.0 { Value::Nil } else { this })),
    method("to_f", 0, 0, |machine, this, _| machine.number(this).map(Value::Float)),
    method("to_i", 0, 0, |machine, this, _| floor_to(machine, this, 0, Rounding::Cut)),
    method("to_int", 0, 0, |machine, this, _| floor_to(machine, this, 0, Rounding::Cut)),
    method("truncate", 0, 1, |machine, this, given| rounded(machine, this, given, Rounding::Cut)),
    method("floor", 0, 1, |machine, this, given| rounded(machine, this, given, Rounding::Down)),
    method("ceil", 0, 1, |machine, this, given| rounded(machine, this, given, Rounding::Up)),
    method("round", 0, 1, |machine, this, given| rounded(machine, this, given, Rounding::Near)),
    method("integer?", 0, 0, |_, this, _| Ok(Value::Boolean(matches!(this, Value::Integer(_))))),
    method("step", 2, 2, |machine, this, given| {
        let Some(block) = given.block.clone() else { return Err(machine.unsupported("`step` without a block is")) };
        let (end, by) = (machine.expect_integer(given.get(0))?, machine.expect_integer(given.get(1))?);
        if by == 0 {
            return Err(machine.fault("ArgumentError", "step can't be 0"));
        }
        let mut current = machine.expect_integer(this)?;
        while if by > 0 { current <= end } else { current >= end } {
            machine.invoke(&block, vec![Value::Integer(current)])?;
            let Some(next) = current.checked_add(by) else { break };
            current = next;
        }
        Ok(this)
    }),
];

pub(super) const INTEGER: &[Method] = &[
    method("times", 0, 0, |machine, this, given| {
        let block = match machine.block_or_enumerator(this, "times", given) {
            Ok(block) => block,
            Err(enumerator) => return Ok(enumerator),
        };
        for index in 0..machine.expect_integer(this)? {
            machine.invoke(&block, vec![Value::Integer(index)])?;
        }
        Ok(this)
    }),
    method("upto", 1, 1, |machine, this, given| {
        let block = match machine.block_or_enumerator(this, "upto", given) {
            Ok(block) => block,
            Err(enumerator) => return Ok(enumerator),
        };
        for index in machine.expect_integer(this)?..=machine.expect_integer(given.get(0))? {
            machine.invoke(&block, vec![Value::Integer(index)])?;
        }
        Ok(this)
    }),
    method("downto", 1, 1, |machine, this, given| {
        let block = match machine.block_or_enumerator(this, "downto", given) {
            Ok(block) => block,
            Err(enumerator) => return Ok(enumerator),
        };
        for index in (machine.expect_integer(given.get(0))?..=machine.expect_integer(this)?).rev() {
            machine.invoke(&block, vec![Value::Integer(index)])?;
        }
        Ok(this)
    }),
    method("to_s", 0, 1, |machine, this, given| {
        let number = machine.expect_integer(this)?;
        let radix = match given.list.first() {
            Some(radix) => machine.expect_integer(*radix)?,
            None => 10,
        };
        match u32::try_from(radix).ok().filter(|radix| (2..=36).contains(radix)) {
            Some(radix) => Ok(machine.heap.string(in_radix(number, radix))),
            None => Err(machine.fault("ArgumentError", format!("invalid radix {radix}"))),
        }
    }),
    method("chr", 0, 1, |machine, this, _| match this {
        Value::Integer(code @ 0..=127) => {
            let letter = u32::try_from(code).ok().and_then(char::from_u32).map(String::from);
            Ok(machine.heap.optional_string(letter))
        }
        _ => Err(machine.unsupported("`chr` of a non-ASCII code is")),
    }),
    method("even?", 0, 0, |machine, this, _| Ok(Value::Boolean(machine.expect_integer(this)? % 2 == 0))),
    method("odd?", 0, 0, |machine, this, _| Ok(Value::Boolean(machine.expect_integer(this)? % 2 != 0))),
    method("succ", 0, 0, |machine, this, _| calculate(machine, this, Value::Integer(1), "+")),
    method("next", 0, 0, |machine, this, _| calculate(machine, this, Value::Integer(1), "+")),
    method("pred", 0, 0, |machine, this, _| calculate(machine, this, Value::Integer(1), "-")),
    method("gcd", 1, 1, |machine, this, given| {
        let (mut left, mut right) = (machine.expect_integer(this)?, machine.expect_integer(given.get(0))?);
        while right != 0 {
            (left, right) = (right, left.checked_rem(right).unwrap_or(0));
        }
        left.checked_abs().map(Value::Integer).ok_or_else(|| machine.too_big())
    }),
    method("digits", 0, 0, |machine, this, _| {
        let number = machine.expect_integer(this)?;
        if number < 0 {
            return Err(machine.fault("ArgumentError", "out of domain"));
        }
        let digits = number.to_string().bytes().rev().map(|digit| Value::Integer(i64::from(digit - b'0'))).collect();
        Ok(machine.heap.array(digits))
    }),
    method("&", 1, 1, |machine, this, given| bits(machine, this, given.get(0), |left, right| left & right)),
    method("|", 1, 1, |machine, this, given| bits(machine, this, given.get(0), |left, right| left | right)),
    method("^", 1, 1, |machine, this, given| bits(machine, this, given.get(0), |left, right| left ^ right)),
    method("~", 0, 0, |machine, this, _| Ok(Value::Integer(!machine.expect_integer(this)?))),
    method("<<", 1, 1, |machine, this, given| {
        let distance = machine.expect_integer(given.get(0))?;
        shift(machine, this, distance)
    }),
    method(">>", 1, 1, |machine, this, given| {
        let distance = machine.expect_integer(given.get(0))?;
        shift(machine, this, distance.saturating_neg())
    }),
    method("[]", 1, 1, |machine, this, given| {
        let (number, bit) = (machine.expect_integer(this)?, machine.expect_integer(given.get(0))?);
        Ok(Value::Integer(if bit < 0 { 0 } else { number >> bit.min(63) & 1 }))
    }),
];

pub(super) const FLOAT: &[Method] = &[
    method("nan?", 0, 0, |machine, this, _| Ok(Value::Boolean(machine.number(this)?.is_nan()))),
    method("finite?", 0, 0, |machine, this, _| Ok(Value::Boolean(machine.number(this)?.is_finite()))),
    method("infinite?", 0, 0, |machine, this, _| {
        let number = machine.number(this)?;
        Ok(match number.is_infinite() {
            true => Value::Integer(if number > 0.0 { 1 } else { -1 }),
            false => Value::Nil,
        })
    }),
];

/// Calculates with two numbers. The result is an integer if both are integers, otherwise a float.
pub(super) fn calculate(
    machine: &mut Interpreter<'_>,
    left: Value,
    right: Value,
    operator: &str,
) -> Result<Value, Unwind> {
    if let (Value::Integer(left), Value::Integer(right)) = (left, right) {
        if right == 0 && matches!(operator, "/" | "%") {
            return Err(machine.fault("ZeroDivisionError", "divided by 0"));
        }
        let result = match operator {
            "+" => left.checked_add(right),
            "-" => left.checked_sub(right),
            "*" => left.checked_mul(right),
            "/" => left.checked_div_euclid(right).map(|quotient| {
                // Ruby rounds down regardless of the divisor's sign.
                if right < 0 && left.checked_rem_euclid(right).is_some_and(|rest| rest != 0) {
                    quotient - 1
                } else {
                    quotient
                }
            }),
            "%" => left.checked_rem_euclid(right).map(|rest| if right < 0 && rest != 0 { rest + right } else { rest }),
            _ if right < 0 => return Err(machine.unsupported("a power of an integer with a negative exponent is")),
            _ => u32::try_from(right).ok().and_then(|exponent| left.checked_pow(exponent)),
        };
        return result.map(Value::Integer).ok_or_else(|| machine.too_big());
    }
    let right = match right {
        Value::Integer(number) => float(number),
        Value::Float(number) => number,
        other => {
            let noun = machine.noun(other);
            let class = crate::class::of(left, &machine.heap);
            return Err(machine.fault("TypeError", format!("{noun} can't be coerced into {class}")));
        }
    };
    let left = machine.number(left)?;
    Ok(Value::Float(match operator {
        "+" => left + right,
        "-" => left - right,
        "*" => left * right,
        "/" => left / right,
        "%" => left - right * (left / right).floor(),
        _ => left.powf(right),
    }))
}

fn bits(
    machine: &mut Interpreter<'_>,
    left: Value,
    right: Value,
    combine: fn(i64, i64) -> i64,
) -> Result<Value, Unwind> {
    let (left, right) = (machine.expect_integer(left)?, machine.expect_integer(right)?);
    Ok(Value::Integer(combine(left, right)))
}

fn shift(machine: &mut Interpreter<'_>, number: Value, distance: i64) -> Result<Value, Unwind> {
    let number = machine.expect_integer(number)?;
    if distance < 0 {
        return Ok(Value::Integer(number >> distance.saturating_neg().min(63)));
    }
    let factor = u32::try_from(distance).ok().and_then(|distance| 2_i64.checked_pow(distance));
    match (number, factor.and_then(|factor| number.checked_mul(factor))) {
        (0, _) => Ok(Value::Integer(0)),
        (_, Some(result)) => Ok(Value::Integer(result)),
        (_, None) => Err(machine.too_big()),
    }
}

fn rounded(machine: &mut Interpreter<'_>, this: Value, given: &Arguments, how: Rounding) -> Result<Value, Unwind> {
    let digits = match given.list.first() {
        Some(digits) => machine.expect_integer(*digits)?,
        None => 0,
    };
    floor_to(machine, this, digits, how)
}

/// Rounds to a number of digits after the decimal point.
fn floor_to(machine: &mut Interpreter<'_>, this: Value, digits: i64, how: Rounding) -> Result<Value, Unwind> {
    let power = i32::try_from(digits.clamp(-400, 400)).unwrap_or(0);
    match this {
        Value::Integer(_) if digits >= 0 => Ok(this),
        Value::Integer(number) => {
            let scale = 10_f64.powi(-power);
            machine.truncated(how.apply(float(number) / scale) * scale).map(Value::Integer)
        }
        other => {
            let number = machine.number(other)?;
            if digits > 0 {
                if digits >= 15 || !number.is_finite() {
                    return Ok(Value::Float(number));
                }
                let scale = 10_f64.powi(power);
                let result = how.scaled(number, scale) / scale;
                return Ok(Value::Float(if result.is_finite() { result } else { number }));
            }
            let scale = 10_f64.powi(-power);
            machine.truncated(how.apply(number / scale) * scale).map(Value::Integer)
        }
    }
}

/// Direction of rounding.
#[derive(Clone, Copy)]
enum Rounding {
    Near,
    Down,
    Up,
    Cut,
}

impl Rounding {
    fn apply(self, number: f64) -> f64 {
        match self {
            Self::Near => number.round(),
            Self::Down => number.floor(),
            Self::Up => number.ceil(),
            Self::Cut => number.trunc(),
        }
    }

    /// Rounds a number multiplied by a power of ten. When rounding to the nearest number, Ruby corrects results that
    /// are too small because of the multiplication: 1.005 is rounded according to its decimal notation.
    fn scaled(self, number: f64, scale: f64) -> f64 {
        let rounded = self.apply(number * scale);
        let half = 0.5_f64.copysign(number);
        let is_too_small = matches!(self, Self::Near) && ((rounded + half) / scale).abs() <= number.abs();
        if is_too_small { rounded + half * 2.0 } else { rounded }
    }
}

fn between(machine: &mut Interpreter<'_>, this: Value, given: &Arguments) -> Result<Value, Unwind> {
    let low = machine.must_order(this, given.get(0))?;
    let high = machine.must_order(this, given.get(1))?;
    Ok(Value::Boolean(low.is_ge() && high.is_le()))
}

fn clamp(machine: &mut Interpreter<'_>, this: Value, given: &Arguments) -> Result<Value, Unwind> {
    let (low, high) = (given.get(0), given.get(1));
    Ok(if machine.must_order(this, low)?.is_lt() {
        low
    } else if machine.must_order(this, high)?.is_gt() {
        high
    } else {
        this
    })
}

/// Formats a number in another base.
fn in_radix(number: i64, radix: u32) -> String {
    let mut rest = number.unsigned_abs();
    let mut digits = Vec::new();
    loop {
        let digit = u32::try_from(rest % u64::from(radix)).unwrap_or(0);
        digits.push(char::from_digit(digit, radix).unwrap_or('0'));
        rest /= u64::from(radix);
        if rest == 0 {
            break;
        }
    }
    if number < 0 {
        digits.push('-');
    }
    digits.into_iter().rev().collect()
}

impl Interpreter<'_> {
    /// Returns a number as a float.
    pub(crate) fn number(&mut self, value: Value) -> Result<f64, Unwind> {
        match value {
            Value::Integer(number) => Ok(float(number)),
            Value::Float(number) => Ok(number),
            other => {
                let noun = self.noun(other);
                Err(self.fault("TypeError", format!("can't convert {noun} into Float")))
            }
        }
    }

    /// Compares two values for `<` and similar operators.
    pub(super) fn must_compare(&mut self, left: Value, right: Value) -> Result<std::cmp::Ordering, Unwind> {
        match self.order(left, right)? {
            Some(order) => Ok(order),
            None => {
                let stop = self.incomparable(left, right)?;
                Err(stop)
            }
        }
    }
}
