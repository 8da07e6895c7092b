//! Prints the cost of passing resources of eight attributes to a component and back, and of opening a
//! provider whose native code is cached. It never fails, whatever the figures are.
//!
//! A crossing is one call of [`transaction::provider::Providers::get`] for all rows: they are encoded, lowered into
//! the component, converted to structs, returned as states with the same values, lifted and decoded. The system is
//! not accessed.
#![expect(clippy::print_stdout, reason = "a benchmark prints its results")]

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{error, fs};

use catalog::schema::{Attribute, Fallback};
use catalog::{Value, wire};
use runtime::{ComponentSource, Runtime, RuntimeConfig};
use rustix::time::{ClockId, clock_gettime};
use transaction::provider::{Providers as _, Row, RunContext};

/// The component: a provider that returns the values of every row as its state.
const CROSSING: &str = concat!(env!("TEST_COMPONENT_CUSTOM_TYPES"), "/crossing.wasm");

/// Number of rows of one crossing.
const ROWS: u32 = 2_560;

/// Number of measurements of each figure.
const ROUNDS: usize = 101;

fn main() -> Result<(), Box<dyn error::Error>> {
    let directory = tempfile::tempdir()?;
    let crossing = ComponentSource::new("crossing", fs::read(CROSSING)?);
    let configured = |components: Vec<ComponentSource>| {
        let mut config = RuntimeConfig::new(components);
        config.state = directory.path().join("state");
        config.cache = Some(directory.path().join("native"));
        config
    };
    let mut runtime = Runtime::new(configured(vec![crossing.clone()]))?;
    runtime.begin(&RunContext::default());
    println!("microseconds: minimum and median of {ROUNDS} rounds (wall time), minimum CPU time");
    println!("passing a resource, {ROWS} in one call");
    for (what, attributes) in [("8 attributes passed, 7 returned", 8), ("1 attribute passed, none returned", 1)] {
        let rows: Vec<Row> = (1..=ROWS).map(|id| row(id, attributes)).collect();
        let rows: Vec<&Row> = rows.iter().collect();
        let mut figures = Figures::default();
        for _ in 0..ROUNDS {
            let states = figures.take(|| runtime.get("carried", "mem", black_box(&rows)));
            assert!(states.iter().all(Result::is_ok), "a state could not be read");
        }
        figures.show(what, f64::from(ROWS));
    }
    println!("opening a provider, up to the state of one resource");
    open("native code from the cache", "carried", "mem", || configured(vec![crossing.clone()]))?;
    let built_in = engine::embedded();
    open("native code in the program (file)", "file", "posix", || configured(built_in.clone()))?;
    Ok(())
}

/// Returns a row with the first attributes.
fn row(id: u32, attributes: usize) -> Row {
    let path = format!("/srv/www/site-{id}/htdocs/index.html");
    let labels = Value::Array(vec!["public".into(), format!("label-{id}").into()]);
    let values: [Value; 8] = [
        path.as_str().into(),
        "www-data".into(),
        "www-data".into(),
        "0644".into(),
        format!("<h1>{id}</h1>\n<p>This page contains more than a few words.</p>\n").into(),
        i64::from(id).into(),
        true.into(),
        labels,
    ];
    Row { id, title: path.into(), slots: Arc::new((0..).zip(values).take(attributes).collect()) }
}

/// Returns a row with the namevar and the attributes that have defaults.
fn minimal(runtime: &Runtime, type_name: &str) -> Row {
    let schema = runtime.schema(type_name);
    let attributes = schema.iter().flat_map(|schema| &schema.attributes);
    let value = |attribute: &Attribute| match &attribute.default {
        _ if attribute.is_namevar() => Some("/nowhere".into()),
        Some(Fallback::Constant(constant)) => wire::from_json(constant).ok(),
        _ => None,
    };
    let slots = (0..).zip(attributes).filter_map(|(column, attribute)| Some((column, value(attribute)?)));
    Row { id: 1, title: "/nowhere".into(), slots: Arc::new(slots.collect()) }
}

/// Opens a provider in a new runtime each time.
fn open(
    what: &str,
    type_name: &str,
    provider: &str,
    configured: impl Fn() -> RuntimeConfig,
) -> Result<(), Box<dyn error::Error>> {
    let (mut known, mut opened) = (Figures::default(), Figures::default());
    // The first round may include compilation.
    for round in 0..=ROUNDS {
        let config = configured();
        let mut runtime = known.take(|| Runtime::new(config))?;
        runtime.begin(&RunContext::default());
        let row = minimal(&runtime, type_name);
        let states = opened.take(|| runtime.get(type_name, provider, &[&row]));
        assert!(states.iter().all(Result::is_ok), "a state could not be read");
        if round == 0 {
            (known, opened) = (Figures::default(), Figures::default());
        }
    }
    opened.show(what, 1.0);
    known.show("  before: creating the runtime", 1.0);
    Ok(())
}

/// Measured times of calls.
#[derive(Default)]
struct Figures {
    clock: Vec<Duration>,
    computed: Vec<Duration>,
}

impl Figures {
    fn take<T>(&mut self, call: impl FnOnce() -> T) -> T {
        let (begun, before) = (Instant::now(), computed());
        let answer = black_box(call());
        self.computed.push(computed().saturating_sub(before));
        self.clock.push(begun.elapsed());
        answer
    }

    fn show(&mut self, what: &str, share: f64) {
        let micros = |time: Duration| time.as_secs_f64() * 1e6 / share;
        self.clock.sort();
        self.computed.sort();
        let [least, middle, cpu] = [self.clock[0], self.clock[self.clock.len() / 2], self.computed[0]].map(micros);
        println!("  {what:40} {least:9.2} {middle:9.2} {cpu:9.2}");
    }
}

/// Returns the CPU time of this thread.
fn computed() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}
