//! The fact `processors`.

use std::collections::BTreeSet;

use catalog::Value;

use crate::os;
use crate::system::SystemProbe;
use crate::unit;
use crate::value::{hash, integer};

const DIRECTORY: &str = "/sys/devices/system/cpu";

pub(crate) fn gather(machine: &SystemProbe) -> Option<Value> {
    let text = machine.read("/proc/cpuinfo")?;
    let fields: Vec<(&str, &str)> =
        text.lines().filter_map(|line| line.split_once(':')).map(|(key, value)| (key.trim(), value.trim())).collect();
    let values = |wanted: &[&str]| -> Vec<&str> {
        fields.iter().filter(|(key, _)| wanted.contains(key)).map(|(_, value)| *value).collect()
    };
    let models: Vec<Value> = values(&["model name", "cpu"]).into_iter().map(Value::from).collect();
    let packages: BTreeSet<&str> = values(&["physical id"]).into_iter().collect();
    let packages = if packages.is_empty() { topology(machine, "physical_package_id").len() } else { packages.len() };
    let speed = values(&["cpu MHz", "clock"]).last().and_then(|text| megahertz(text));
    let cores = cores(machine);
    let count = |number: usize| Some(integer(number as u64));
    Some(hash([
        ("cores", cores.and_then(|(cores, _)| count(cores))),
        ("count", count(values(&["processor"]).len())),
        ("isa", Some(os::instruction_set(machine).into())),
        ("models", Some(Value::Array(models))),
        ("physicalcount", count(packages)),
        ("speed", speed.and_then(unit::hertz).map(Value::from)),
        ("threads", cores.and_then(|(_, threads)| count(threads))),
    ]))
}

/// Parses a frequency. Facter drops the decimals.
fn megahertz(text: &str) -> Option<u64> {
    let digits: &str = &text[..text.bytes().take_while(u8::is_ascii_digit).count()];
    digits.parse::<u64>().ok()?.checked_mul(1_000_000)
}

/// Returns the number of cores per package and the number of threads per core.
fn cores(machine: &SystemProbe) -> Option<(usize, usize)> {
    let packages = topology(machine, "physical_package_id").len();
    let cores = ["core_cpus_list", "thread_siblings_list"].map(|file| topology(machine, file));
    let cores = cores.into_iter().find(|cores| !cores.is_empty())?;
    let threads = cores.iter().map(|list| length(list)).max()?;
    Some((cores.len().checked_div(packages)?.max(1), threads))
}

/// Returns the distinct values of a file that each processor has.
fn topology(machine: &SystemProbe, file: &str) -> BTreeSet<String> {
    let is_processor = |name: &str| {
        name.strip_prefix("cpu").is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
    };
    let processors = machine.names(DIRECTORY).into_iter().filter(|name| is_processor(name));
    processors.filter_map(|name| machine.read_trimmed(&format!("{DIRECTORY}/{name}/topology/{file}"))).collect()
}

/// Counts the processors of a list: `0-3,8`.
fn length(list: &str) -> usize {
    let ranges = list.split(',').filter_map(|range| {
        let (from, to) = range.split_once('-').unwrap_or((range, range));
        Some(to.parse::<usize>().ok()?.checked_sub(from.parse().ok()?)? + 1)
    });
    ranges.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_processors_are_counted() {
        assert_eq!(length("0-3,8"), 5);
        assert_eq!(length("0"), 1);
    }

    #[test]
    fn frequencies_are_truncated() {
        assert_eq!(megahertz("2445.432"), Some(2_445_000_000));
        assert_eq!(megahertz("3500.000000MHz"), Some(3_500_000_000));
        assert_eq!(megahertz(""), None);
    }
}
