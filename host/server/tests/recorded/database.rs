//! Queries of the facts, catalogs and reports that a server keeps.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value as Json, json};

use crate::recorded::client::{RawReply, RawRequest};
use crate::recorded::fixture::Fixture;

/// The tests by name.
pub(crate) const TESTS: [(&str, fn()); 7] = [
    ("database_has_facts_catalogs_and_reports", database_has_facts_catalogs_and_reports),
    ("database_takes_commands_of_other_servers", database_takes_commands_of_other_servers),
    ("database_answers_only_allowed_clients", database_answers_only_allowed_clients),
    ("server_without_a_database_has_no_queries", server_without_a_database_has_no_queries),
    ("compressed_command_is_unpacked_up_to_a_limit", compressed_command_is_unpacked_up_to_a_limit),
    ("report_that_cannot_be_represented_is_refused", report_that_cannot_be_represented_is_refused),
    ("catalog_whose_collectors_have_no_database_gets_503", catalog_whose_collectors_have_no_database_gets_503),
];

fn start() -> Fixture {
    Fixture::start(|root| {
        fs::write(
            root.join("conf/access.conf"),
            "query certname node2.example.com\ncommand certname node2.example.com\n",
        )
        .unwrap();
        vec![("database_url", url(root))]
    })
}

fn url(root: &Path) -> String {
    format!("sqlite:{}", root.join("database/fleet.sqlite3").display())
}

fn send(fixture: &Fixture, client: &str, line: &str, kind: &str, content: Option<String>) -> RawReply {
    send_bytes(fixture, client, line, &[("Content-Type", kind)], content.map(String::into_bytes))
}

fn send_bytes(
    fixture: &Fixture,
    client: &str,
    line: &str,
    fields: &[(&str, &str)],
    content: Option<Vec<u8>>,
) -> RawReply {
    let accept = [("Accept", "application/vnd.puppet.rich+json, application/json")];
    let fields = accept.iter().chain(fields).map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    fixture.clients.send(&RawRequest {
        client: Some(format!("{client}.example.com")),
        line: format!("{line} HTTP/1.1"),
        headers: fields.collect(),
        content,
    })
}

fn query(fixture: &Fixture, path: &str) -> RawReply {
    send(fixture, "node2", &format!("GET /pdb/query/v4/{path}"), "text/plain", None)
}

fn rows(fixture: &Fixture, path: &str) -> Json {
    let reply = query(fixture, path);
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.content));
    serde_json::from_slice(&reply.content).unwrap()
}

/// Requests the catalog of node1, as an agent does.
fn run(fixture: &Fixture) {
    let reply = catalog(fixture, "node1", "dev");
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.content));
}

fn catalog(fixture: &Fixture, node: &str, environment: &str) -> RawReply {
    let facts = format!(
        "%257B%2522name%2522%253A%2522{node}.example.com%2522%252C%2522values%2522%253A%257B%2522color%2522%253A%2522red%2522%257D%257D"
    );
    let form =
        format!("environment={environment}&facts_format=application%2Fjson&facts={facts}&transaction_uuid={UUID}");
    let line = format!("POST /puppet/v3/catalog/{node}.example.com?environment={environment}");
    send(fixture, node, &line, "application/x-www-form-urlencoded", Some(form))
}

const UUID: &str = "0b1c2d3e-0000-4000-8000-000000000001";

fn report() -> String {
    let event = json!({ "status": "success", "time": "2026-03-01T09:00:01.000+00:00", "name": "mode_changed", "property": "mode",
        "desired_value": "0644", "previous_value": "0600", "message": "mode changed", "corrective_change": false });
    let status = json!({ "title": "/x", "resource_type": "File", "time": "2026-03-01T09:00:01.000+00:00", "skipped": false, "file": null,
        "line": null, "containment_path": ["Stage[main]", "File[/x]"], "events": [event], "corrective_change": false });
    json!({ "host": "node1.example.com", "time": "2026-03-01T09:00:00.000+00:00", "configuration_version": 1, "transaction_uuid": UUID,
        "report_format": 12, "puppet_version": "7.23.0", "status": "changed", "noop": false, "noop_pending": false, "environment": "dev",
        "logs": [], "metrics": { "time": { "name": "time", "label": "Time", "values": [["total", "Total", 2.5]] } },
        "corrective_change": false, "cached_catalog_status": "not_used", "resource_statuses": { "File[/x]": status } })
    .to_string()
}

fn database_has_facts_catalogs_and_reports() {
    let fixture = start();
    run(&fixture);
    let line = "PUT /puppet/v3/report/node1.example.com?environment=dev";
    // A report that is sent twice is stored once.
    for _ in 0..2 {
        assert_eq!(send(&fixture, "node1", line, "application/json", Some(report())).status, 200);
    }
    assert_eq!(
        rows(&fixture, "facts/color"),
        json!([{ "certname": "node1.example.com", "environment": "dev", "name": "color", "value": "red" }])
    );
    let trusted = rows(&fixture, "nodes/node1.example.com/facts/trusted");
    assert_eq!(trusted[0]["value"]["authenticated"], "remote");
    let nodes = rows(&fixture, "nodes");
    assert_eq!(nodes.as_array().unwrap().len(), 1);
    let fields = ["certname", "latest_report_status", "catalog_environment"]
        .map(|name| nodes[0][name].as_str().unwrap().to_owned());
    assert_eq!(fields, ["node1.example.com", "changed", "dev"]);
    let reports = rows(&fixture, "reports");
    assert_eq!((reports.as_array().unwrap().len(), &reports[0]["end_time"]), (1, &json!("2026-03-01T09:00:02.500Z")));
    let events = rows(&fixture, "events?query=%5B%22%3D%22%2C%22latest_report%3F%22%2Ctrue%5D");
    assert_eq!(
        (&events[0]["property"], &events[0]["new_value"], &events[0]["resource_title"]),
        (&json!("mode"), &json!("0644"), &json!("/x"))
    );
    let stages = rows(&fixture, "resources/Stage/main");
    assert_eq!(stages[0]["certname"], "node1.example.com");
    let pql = send(&fixture, "node2", "GET /pdb/query/v4?query=nodes%5Bcount()%5D%7B%7D", "text/plain", None);
    assert_eq!(String::from_utf8(pql.content).unwrap().replace(' ', ""), "[{\"count\":1}]");
    let total = query(&fixture, "nodes?include_total=true&limit=1");
    assert!(total.head.contains("x-records: 1"), "{}", total.head);
    let body = json!({ "query": ["=", "certname", "none.example.com"] }).to_string();
    let posted = send(&fixture, "node2", "POST /pdb/query/v4/nodes", "application/json", Some(body));
    assert_eq!(posted.content, b"[]");
}

fn database_takes_commands_of_other_servers() {
    let fixture = start();
    let facts = json!({ "certname": "other.example.com", "environment": "production", "producer_timestamp": "2026-03-01T09:00:00.000Z",
        "producer": "compiler.example.com", "values": { "color": "blue" } });
    let line = "POST /pdb/cmd/v1?command=replace_facts&version=5&certname=other.example.com";
    let reply = send(&fixture, "node2", line, "application/json", Some(facts.to_string()));
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.content));
    let reply: Json = serde_json::from_slice(&reply.content).unwrap();
    assert_eq!(reply["uuid"].as_str().unwrap().len(), 36);
    assert_eq!(rows(&fixture, "facts/color")[0]["value"], "blue");
    let unknown = "POST /pdb/cmd/v1?command=replace_nothing&version=5&certname=other.example.com";
    let reply = send(&fixture, "node2", unknown, "application/json", Some("{}".to_owned()));
    assert_eq!(reply.status, 400);
    assert!(String::from_utf8_lossy(&reply.content).contains("Command must be one of"), "{:?}", reply.content);
}

fn database_answers_only_allowed_clients() {
    let fixture = start();
    let status = |client: &str, line: &str| send(&fixture, client, line, "text/plain", None).status;
    let lines =
        ["GET /pdb/query/v4/nodes", "GET /metrics/v2/list", "POST /pdb/cmd/v1?command=x", "GET /pdb/meta/v1/version"];
    assert_eq!(lines.map(|line| status("node1", line)), [403, 403, 403, 200]);
    assert_eq!(lines.map(|line| status("node2", line)), [200, 200, 400, 200]);
    let read =
        |name: &str| status("node2", &format!("GET /metrics/v2/read/puppetlabs.puppetdb.population:name={name}"));
    assert_eq!([read("num-nodes"), read("num-resources"), read("none")], [200, 200, 404]);
    let reply = query(&fixture, "nodes?query=%5B%22%3D%22%2C%22none%22%2C1%5D");
    assert_eq!(reply.status, 400);
    assert!(
        String::from_utf8_lossy(&reply.content).contains("'none'"),
        "{:?}",
        String::from_utf8_lossy(&reply.content)
    );
    assert_eq!(query(&fixture, "none").status, 404);
}

fn server_without_a_database_has_no_queries() {
    let fixture = Fixture::start(|root| {
        fs::write(root.join("conf/access.conf"), "query certname node2.example.com\n").unwrap();
        Vec::new()
    });
    assert_eq!([query(&fixture, "nodes").status, query(&fixture, "facts").status], [404, 404]);
}

fn compressed_command_is_unpacked_up_to_a_limit() {
    let fixture = start();
    let line = "POST /pdb/cmd/v1?command=replace_facts&version=5&certname=other.example.com";
    let status = |encoding: &str, content: Vec<u8>| {
        let fields = [("Content-Type", "application/json"), ("Content-Encoding", encoding)];
        send_bytes(&fixture, "node2", line, &fields, Some(content)).status
    };
    let facts = json!({ "certname": "other.example.com", "environment": "production", "producer_timestamp": "2026-03-01T09:00:00.000Z",
        "producer": "compiler.example.com", "values": { "color": "blue" } });
    assert_eq!(status("gzip", packed(facts.to_string().as_bytes())), 200);
    assert_eq!(rows(&fixture, "facts/color")[0]["value"], "blue");
    // 512 MB of spaces.
    assert_eq!(status("gzip", packed(&vec![b' '; 512 << 20])), 413);
    assert_eq!(status("gzip", b"{}".to_vec()), 400);
    assert_eq!(status("deflate", b"{}".to_vec()), 415);
}

fn packed(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

fn report_that_cannot_be_represented_is_refused() {
    let fixture = start();
    let mut document: Json = serde_json::from_str(&report()).unwrap();
    document["puppet_version"] = Json::Null;
    let line = "PUT /puppet/v3/report/node1.example.com?environment=dev";
    let reply = send(&fixture, "node1", line, "application/json", Some(document.to_string()));
    // The agent does not send it again, as it would if the disk were full.
    assert_eq!(reply.status, 400, "{}", String::from_utf8_lossy(&reply.content));
    assert!(String::from_utf8_lossy(&reply.content).contains("'puppet_version'"));
}

/// What nodes export, and the catalogs of those that collect it or query facts.
const COLLECTORS: &str = "
node 'node1.example.com' { @@notify { 'of node1': message => 'exported', tag => 'greeting' } }
node 'node2.example.com' {
  Notify <<| tag == 'greeting' |>>
  $colors = puppetdb_query('facts[certname, value] { name = \"color\" order by certname }')
  notify { \"${colors}\": }
}
node default { notify { 'alone': } }
";

fn catalog_whose_collectors_have_no_database_gets_503() {
    let fixture = Fixture::start(|root| {
        let environment = root.join("code/environments/fleet");
        fs::create_dir_all(environment.join("manifests")).unwrap();
        fs::write(environment.join("manifests/site.pp"), COLLECTORS).unwrap();
        let file = root.join("fleet.sqlite3").display().to_string();
        vec![("storeconfigs", "true".to_owned()), ("dblocation", file)]
    });
    let exported = catalog(&fixture, "node1", "fleet");
    assert_eq!(exported.status, 200, "{}", String::from_utf8_lossy(&exported.content));
    let collected = catalog(&fixture, "node2", "fleet");
    let text = String::from_utf8_lossy(&collected.content).into_owned();
    assert_eq!(collected.status, 200, "{text}");
    let catalog_of: Json = serde_json::from_str(&text).unwrap();
    let resources = catalog_of["resources"].as_array().unwrap();
    let notify = |title: &str| resources.iter().find(|resource| resource["title"] == title);
    assert_eq!(notify("of node1").unwrap()["parameters"]["message"], "exported");
    let colors = ["node1", "node2"].map(|node| format!("{{certname => {node}.example.com, value => red}}"));
    assert!(notify(&format!("[{}]", colors.join(", "))).is_some(), "{text}");
    let status = || {
        let reply = send(&fixture, "node1", "GET /status/v1/services/puppetdb-status", "text/plain", None);
        let described: Json = serde_json::from_slice(&reply.content).unwrap();
        described["status"]["read_db_up?"].clone()
    };
    assert_eq!(status(), true);
    let database = rusqlite::Connection::open(fixture.directory.path().join("fleet.sqlite3")).unwrap();
    database.execute_batch("DROP TABLE resource; ALTER TABLE node RENAME TO lost").unwrap();
    assert_eq!(status(), false);
    let refused = catalog(&fixture, "node2", "fleet");
    assert_eq!(refused.status, 503, "{}", String::from_utf8_lossy(&refused.content));
    // A catalog without collectors needs no database.
    assert_eq!(catalog(&fixture, "admin", "fleet").status, 200);
}
