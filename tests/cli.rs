//! Tests of the program's command-line interface: output on both streams, exit codes, and changes to a directory
//! tree.

use marotte_tests::Scratch;

mod cli {
    mod acquisition;
    mod additional;
    mod agent;
    mod answers;
    mod apply;
    mod authoring;
    mod bounds;
    mod catalog;
    mod command_output;
    mod commands;
    mod completion;
    mod dependencies;
    mod differences;
    mod distribution;
    mod effects;
    mod environments;
    mod epp;
    mod example;
    mod facts;
    mod faults;
    mod filebucket;
    mod grants;
    mod graph;
    mod interruption;
    mod json;
    mod labels;
    mod logging;
    mod lookup;
    mod machine;
    mod metadata;
    mod migrate;
    mod mirror;
    mod misbehaving;
    mod module;
    mod module_types;
    mod network;
    mod parallel;
    mod permissions;
    mod plan;
    mod program;
    mod provider;
    mod providers;
    mod pulled_environments;
    mod reading;
    mod reports;
    mod resource;
    mod robustness;
    mod ruby;
    mod scheduled;
    mod sealed_environments;
    mod secrets;
    mod server;
    mod settings;
    mod sources;
    mod stores;
    mod terminal;
    mod undo;
    mod usage;
}

/// Creates a directory for one test.
fn scratch() -> Scratch {
    Scratch::new(env!("CARGO_BIN_EXE_marotte-under-test"))
}
