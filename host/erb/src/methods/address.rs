//! Addresses of the library `ipaddr`: parsing, comparison, properties and ranges.

use super::{Method, method};
use crate::address::IpAddress;
use crate::interpreter::{Arguments, Interpreter, Unwind};
use crate::value::Value;

/// Class methods.
pub(super) const CLASS: &[Method] = &[method("new", 0, 1, |machine, _, given| {
    let address = match given.list.first() {
        None => IpAddress::default(),
        Some(value) => machine.address(*value)?,
    };
    Ok(machine.heap.address(address))
})];

/// Instance methods.
pub(super) const METHODS: &[Method] = &[
    method("==", 1, 1, |machine, this, given| is_same(machine, this, given).map(Value::Boolean)),
    method("===", 1, 1, includes),
    method("include?", 1, 1, includes),
    method("ipv4?", 0, 0, |machine, this, _| Ok(Value::Boolean(this_of(machine, this).is_ipv4()))),
    method("ipv6?", 0, 0, |machine, this, _| Ok(Value::Boolean(this_of(machine, this).is_ipv6()))),
    method("prefix", 0, 0, |machine, this, _| Ok(Value::Integer(this_of(machine, this).prefix().into()))),
    method("to_i", 0, 0, |machine, this, _| match i64::try_from(this_of(machine, this).bits()) {
        Ok(number) => Ok(Value::Integer(number)),
        Err(_) => Err(machine.unsupported("an integer of more than 64 bits is")),
    }),
    method("<", 1, 1, refused),
    method(">", 1, 1, refused),
    method("&", 1, 1, refused),
    method("|", 1, 1, refused),
    method("~", 0, 0, refused),
    method("<<", 1, 1, refused),
    method(">>", 1, 1, refused),
    method("<=>", 1, 1, refused),
    method("mask", 1, 1, refused),
    method("succ", 0, 0, refused),
    method("hton", 0, 0, refused),
    method("to_range", 0, 0, refused),
    method("to_string", 0, 0, refused),
    method("native", 0, 0, refused),
    method("reverse", 0, 0, refused),
    method("loopback?", 0, 0, refused),
    method("private?", 0, 0, refused),
    method("link_local?", 0, 0, refused),
    method("ipv4_mapped", 0, 0, refused),
    method("ipv4_mapped?", 0, 0, refused),
];

fn refused(machine: &mut Interpreter<'_>, _: Value, _: &Arguments) -> Result<Value, Unwind> {
    Err(machine.unsupported("this method of IPAddr is"))
}

fn is_same(machine: &mut Interpreter<'_>, this: Value, given: &Arguments) -> Result<bool, Unwind> {
    match given.get(0) {
        other @ Value::Address(_) => Ok(this_of(machine, this).is_at(&this_of(machine, other))),
        Value::String(text) => {
            let other = IpAddress::parse(&machine.heap.strings[text].clone());
            Ok(other.is_ok_and(|other| this_of(machine, this).is_at(&other)))
        }
        _ => Ok(false),
    }
}

fn includes(machine: &mut Interpreter<'_>, this: Value, given: &Arguments) -> Result<Value, Unwind> {
    let other = match given.get(0) {
        other @ Value::Address(_) => this_of(machine, other),
        other => machine.address(other)?,
    };
    Ok(Value::Boolean(this_of(machine, this).includes(&other)))
}

fn this_of(machine: &Interpreter<'_>, value: Value) -> IpAddress {
    match value {
        Value::Address(address) => machine.heap.addresses[address].clone(),
        _ => IpAddress::default(),
    }
}

impl Interpreter<'_> {
    /// Reads an address.
    fn address(&mut self, value: Value) -> Result<IpAddress, Unwind> {
        let Value::String(text) = value else {
            return Err(self.fault("IPAddr::AddressFamilyError", "address family must be specified"));
        };
        let text = self.heap.strings[text].clone();
        IpAddress::parse(&text).map_err(|fault| self.fault(fault.class, fault.message))
    }
}
