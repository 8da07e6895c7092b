"""Fills the empty database of a server with a large fleet: catalogs, facts, and a report of each node in each half hour of several days, by
statements of the database, since millions of commands would take hours. The tables are those that the server has created.

Reports have no log messages and no metrics, as those without changes after the first sweep. Of the runs, 4 % have changed something, 2 % have failed and
2 % were dry runs with pending changes; each of these has three events.
"""
import sqlite3
import time

RESOURCES = 300
FACTS = 100
SLOT = 1_800_000
DAY = 86_400_000
# Nodes and slots decide the outcome of a run.
MIX = '((node.id * 7919 + {slot} * 104729) % 100)'
STATUS = f"CASE WHEN {MIX} < 2 THEN 'failed' WHEN {MIX} < 6 THEN 'changed' ELSE 'unchanged' END"
ENVIRONMENTS = ['production', 'testing', 'staging']
HASH = {'sqlite': 'lower(hex(randomblob(20)))', 'postgres': "substr(md5(random()::text) || md5(random()::text), 1, 40)"}
UUID = {'sqlite': "lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' "
                  "|| substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))", 'postgres': 'gen_random_uuid()::text'}
REPORT = ('node_id, hash, transaction_uuid, type, status, noop, noop_pending, failures, skips, successes, noops, start_time, end_time, '
          'producer_timestamp, receive_time, environment_id, producer_id, puppet_version, report_format, configuration_version, catalog_uuid, '
          'cached_catalog_status')
EVENT = 'report_id, status, timestamp, resource_type, resource_title, property, new_value, old_value, message, file, line, containment_path, containing_class, name'


def report(kind, slot, end):
    """Returns the columns of the reports of all nodes in a half hour that ends at a time."""
    mix, true, false = MIX.format(slot=slot), *(('1', '0') if kind == 'sqlite' else ('TRUE', 'FALSE'))
    at = f'{end} - {SLOT} + node.id % {SLOT // 1000} * 1000'
    dry = f'CASE WHEN {mix} >= 98 THEN {true} ELSE {false} END'
    return (f"node.id, {HASH[kind]}, {UUID[kind]}, 'agent', {STATUS.format(slot=slot)}, {dry}, {dry}, CASE WHEN {mix} < 2 THEN 1 ELSE 0 END, "
            f"CASE WHEN {mix} < 2 THEN 1 ELSE 0 END, CASE WHEN {mix} < 2 THEN 1 WHEN {mix} < 6 THEN 3 ELSE 0 END, CASE WHEN {mix} >= 98 THEN 3 ELSE 0 END, "
            f"{at} - 20000, {at}, {at}, {at} + 500, node.catalog_environment_id, 1, '7.23.0', 12, '{end // 1000}', {UUID[kind]}, 'not_used'")


def events(condition):
    """Returns the events of the reports that fulfil a condition."""
    status = "CASE WHEN report.noops > 0 THEN 'noop' WHEN report.failures = 0 OR number.n = 0 THEN 'success' WHEN number.n = 1 THEN 'failure' ELSE 'skipped' END"
    return (f"SELECT report.id, {status}, report.end_time, 'File', '/etc/file' || number.n, 'content', '\"new\"', '\"old\"', 'content changed', "
            "'/etc/puppetlabs/code/site.pp', 5, '[\"Stage[main]\",\"Profile\"]', 'Profile', 'content_changed' "
            f"FROM report, (SELECT 0 AS n UNION ALL SELECT 1 UNION ALL SELECT 2) number WHERE report.status <> 'unchanged' AND {condition} "
            f"OR report.noops > 0 AND {condition}")


def series(kind, count):
    if kind == 'postgres':
        return f'generate_series(0, {count - 1}) AS series(n)'
    return f'(WITH RECURSIVE s(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM s WHERE n < {count - 1}) SELECT n FROM s) series'


def nodes(kind, count, now):
    """Returns the statements for nodes with facts and catalogs."""
    identity = 'id, ' if kind == 'sqlite' else ''
    number = 'series.n + 1, ' if kind == 'sqlite' else ''
    false, document = ('0', '') if kind == 'sqlite' else ('FALSE', '::jsonb')
    name = "'/etc/file' || series.n"
    return [
        *(f"INSERT INTO environment (name) VALUES ('{name}')" for name in ENVIRONMENTS),
        "INSERT INTO producer (name) VALUES ('compiler.example.com')",
        f"INSERT INTO node ({identity}certname, facts_hash, facts_stable_hash, facts_time, facts_received, facts_environment_id, facts_producer_id, "
        "catalog_hash, catalog_time, catalog_received, catalog_version, catalog_transaction_uuid, catalog_uuid, catalog_environment_id, catalog_producer_id, "
        "catalog_resources) "
        f"SELECT {number}'node' || series.n || '.example.com', 'h', 'h', {now}, {now}, e.id, 1, 'c' || series.n, {now}, {now}, '1', {UUID[kind]}, "
        f"{UUID[kind]}, e.id, 1, {RESOURCES} FROM {series(kind, count)} JOIN (SELECT 1 AS id UNION ALL SELECT 2 UNION ALL SELECT 3) e "
        "ON e.id = CASE WHEN series.n % 10 < 8 THEN 1 WHEN series.n % 10 = 8 THEN 2 ELSE 3 END",
        f"INSERT INTO parameters (hash, parameters) SELECT 'hash of the parameters of resource ' || series.n, "
        f"('{{\"ensure\":\"file\",\"mode\":\"0644\",\"path\":\"/etc/file' || series.n || '\"}}'){document} FROM {series(kind, RESOURCES)}",
        "INSERT INTO resource (node_id, type, title, hash, exported, tags, file, line) SELECT node.id, "
        f"'File', {name}, 'hash of the parameters of resource ' || series.n, {false}, '[]', '/x', 5 FROM node, "
        f"{series(kind, RESOURCES)}",
        f"INSERT INTO fact (node_id, name, value) SELECT node.id, CASE WHEN series.n = 0 THEN 'kernel' ELSE 'fact' || series.n END, '\"Linux\"' "
        f"FROM node, {series(kind, FACTS)}",
        "INSERT INTO fact_path (path, type, name, depth" + (', steps' if kind == 'postgres' else '') + ") SELECT name, 'string', name, 0"
        + (", '{}'::text[]" if kind == 'postgres' else '') + ' FROM fact WHERE node_id = (SELECT min(id) FROM node)',
    ]


def fill_sqlite(path, count, days):
    """Fills the database in a file while no server uses it."""
    now = int(time.time() * 1000)
    database = sqlite3.connect(path, isolation_level=None)
    for setting in ['journal_mode = OFF', 'synchronous = OFF', 'cache_size = -1000000', 'foreign_keys = OFF']:
        database.execute(f'PRAGMA {setting}')
    tables = "('report', 'event', 'resource')"
    indexes = database.execute(f"SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN {tables}").fetchall()
    database.execute('BEGIN')
    for name, _ in indexes:
        database.execute(f'DROP INDEX {name}')
    for statement in nodes('sqlite', count, now):
        database.execute(statement)
    slots = days * DAY // SLOT
    for slot in range(slots):
        end = now - (slots - 1 - slot) * SLOT
        database.execute(f"INSERT INTO report ({REPORT}) SELECT {report('sqlite', slot, end)} FROM node")
    database.execute(f"INSERT INTO event ({EVENT}) {events('TRUE')}")
    for _, statement in indexes:
        database.execute(statement)
    database.execute('UPDATE node SET (latest_report_id, latest_report_time) = (SELECT id, producer_timestamp FROM report WHERE report.node_id = node.id '
                     'ORDER BY producer_timestamp DESC LIMIT 1)')
    database.execute('COMMIT')
    database.execute('PRAGMA journal_mode = WAL')
    database.close()


def fill_postgres(cluster, name, count, days):
    """Fills a database of a cluster."""
    now = int(time.time() * 1000)
    for statement in nodes('postgres', count, now):
        cluster.sql(statement, name)
    slots = days * DAY // SLOT
    ends = [now - (slots - 1 - slot) * SLOT for slot in range(slots)]
    for day in sorted({end // DAY for end in (*ends, now - days * DAY)}):
        statements = []
        for table in ['report', 'event']:
            part, first, following = time.strftime(f'{table}_%Y%m%d', time.gmtime(day * DAY // 1000)), day << 32, (day + 1) << 32
            statements.append(f'CREATE TABLE {part} (LIKE {table} INCLUDING DEFAULTS INCLUDING STORAGE) WITH (toast_tuple_target = 512); '
                              f'ALTER TABLE {table} ATTACH PARTITION {part} FOR VALUES FROM ({first}) TO ({following})')
        for slot, end in enumerate(ends):
            if end // DAY == day:
                statements.append(f"INSERT INTO report (id, {REPORT}) SELECT {day << 32} + nextval('report_number'), {report('postgres', slot, end)} FROM node")
        statements.append(f"INSERT INTO event ({EVENT}) {events(f'report.id >= {day << 32} AND report.id < {(day + 1) << 32}')}")
        cluster.sql('; '.join(statements), name)
    cluster.sql('UPDATE node SET (latest_report_id, latest_report_time, latest_report_received) = (SELECT id, producer_timestamp, receive_time FROM report '
                'WHERE report.node_id = node.id ORDER BY producer_timestamp DESC LIMIT 1)', name)
    cluster.sql('VACUUM ANALYZE', name)
