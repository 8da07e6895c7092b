-- Tables of a fleet in PostgreSQL, version 1. Texts compare by bytes whatever the locale of the database is, so that both
-- databases return rows in the same order. Times are milliseconds since 1970.

CREATE TABLE marotte_schema (version bigint NOT NULL);
INSERT INTO marotte_schema VALUES (0);

CREATE TABLE environment (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text COLLATE "C" NOT NULL UNIQUE);
CREATE TABLE producer (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text COLLATE "C" NOT NULL UNIQUE);

-- The heads of facts and catalog are here, so that a run without changes writes this row and that of its report. No index has a
-- column that such a run changes, and the pages have space for the next version of a row.
CREATE TABLE node (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    certname text COLLATE "C" NOT NULL UNIQUE,
    deactivated bigint,
    expired bigint,
    latest_report_id bigint,
    latest_report_time bigint,
    latest_report_received bigint,
    facts_hash text COLLATE "C",
    facts_stable_hash text COLLATE "C",
    facts_time bigint,
    facts_received bigint,
    facts_environment_id bigint REFERENCES environment,
    facts_producer_id bigint REFERENCES producer,
    catalog_hash text COLLATE "C",
    catalog_time bigint,
    catalog_received bigint,
    catalog_version text COLLATE "C",
    catalog_transaction_uuid text COLLATE "C",
    catalog_uuid text COLLATE "C",
    catalog_code_id text COLLATE "C",
    catalog_job_id text COLLATE "C",
    catalog_environment_id bigint REFERENCES environment,
    catalog_producer_id bigint REFERENCES producer,
    inputs_time bigint,
    inputs_uuid text COLLATE "C",
    inputs jsonb
) WITH (fillfactor = 60);
CREATE INDEX node_not_active ON node (id) WHERE deactivated IS NOT NULL OR expired IS NOT NULL;

CREATE TABLE fact (
    node_id bigint NOT NULL REFERENCES node ON DELETE CASCADE,
    name text COLLATE "C" NOT NULL,
    value jsonb NOT NULL,
    PRIMARY KEY (node_id, name)
);
CREATE INDEX fact_by_name ON fact (name, node_id);

-- Paths of the values of facts; the type of a fact that is an array or an object is empty. The steps are the path without the
-- name of the fact.
CREATE TABLE fact_path (
    path text COLLATE "C" NOT NULL,
    type text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    depth bigint NOT NULL,
    steps text[] NOT NULL,
    PRIMARY KEY (path, type)
);
CREATE INDEX fact_path_by_name ON fact_path (name);

-- Parameters of resources, once for all nodes.
CREATE TABLE parameters (hash text COLLATE "C" PRIMARY KEY, parameters jsonb NOT NULL);

CREATE TABLE resource (
    node_id bigint NOT NULL REFERENCES node ON DELETE CASCADE,
    type text COLLATE "C" NOT NULL,
    title text COLLATE "C" NOT NULL,
    hash text COLLATE "C" NOT NULL REFERENCES parameters,
    exported boolean NOT NULL,
    tags jsonb NOT NULL,
    file text COLLATE "C",
    line bigint,
    PRIMARY KEY (node_id, type, title)
);
CREATE INDEX resource_by_type ON resource (type, title);
CREATE INDEX resource_by_hash ON resource (hash);
CREATE INDEX resource_exported ON resource (type, node_id) WHERE exported;

-- Arrays of source type, source title, target type, target title, relationship.
CREATE TABLE catalog_edges (
    node_id bigint PRIMARY KEY REFERENCES node ON DELETE CASCADE,
    edges jsonb NOT NULL
);

-- A partition for each day of receipt. The number of the day is in the upper 32 bits of the key, so that the key alone leads to
-- the partition. That a run has one report is ensured by the lock of the row of its node, since a unique index can't span partitions.
-- There are no references to other tables, so that a partition is added and removed without locks of them.
CREATE SEQUENCE report_number AS bigint MAXVALUE 4294967295 CYCLE;
CREATE TABLE report (
    id bigint PRIMARY KEY,
    node_id bigint NOT NULL,
    hash text COLLATE "C" NOT NULL,
    transaction_uuid text COLLATE "C",
    type text COLLATE "C" NOT NULL,
    status text COLLATE "C",
    noop boolean,
    noop_pending boolean,
    corrective_change boolean,
    failures integer NOT NULL,
    skips integer NOT NULL,
    successes integer NOT NULL,
    noops integer NOT NULL,
    start_time bigint NOT NULL,
    end_time bigint NOT NULL,
    producer_timestamp bigint NOT NULL,
    receive_time bigint NOT NULL,
    environment_id bigint,
    producer_id bigint,
    puppet_version text COLLATE "C" NOT NULL,
    report_format bigint NOT NULL,
    configuration_version text COLLATE "C" NOT NULL,
    catalog_uuid text COLLATE "C",
    code_id text COLLATE "C",
    job_id text COLLATE "C",
    cached_catalog_status text COLLATE "C",
    metrics json,
    logs json
) PARTITION BY RANGE (id);
CREATE INDEX report_by_hash ON report (hash);
CREATE INDEX report_of_run ON report (node_id, transaction_uuid);
CREATE INDEX report_by_end ON report (end_time);
CREATE INDEX report_by_time ON report (producer_timestamp);
CREATE INDEX report_body ON report (id) WHERE status = 'unchanged' AND logs IS NOT NULL;

CREATE TABLE event (
    report_id bigint NOT NULL,
    status text COLLATE "C" NOT NULL,
    corrective_change boolean,
    timestamp bigint NOT NULL,
    resource_type text COLLATE "C" NOT NULL,
    resource_title text COLLATE "C" NOT NULL,
    property text COLLATE "C",
    new_value text COLLATE "C" NOT NULL,
    old_value text COLLATE "C" NOT NULL,
    message text COLLATE "C",
    file text COLLATE "C",
    line bigint,
    containment_path jsonb NOT NULL,
    containing_class text COLLATE "C",
    name text COLLATE "C"
) PARTITION BY RANGE (report_id);
CREATE INDEX event_by_report ON event (report_id);
CREATE INDEX event_by_time ON event (timestamp);

-- Functions of statements.

-- The values of a fact that are neither arrays nor objects, with their paths.
CREATE FUNCTION fact_leaves(fact_name text, fact_value jsonb) RETURNS TABLE (path jsonb, value jsonb)
LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 10 AS $$
    WITH RECURSIVE step(path, value) AS (
        SELECT jsonb_build_array(fact_name), fact_value
        UNION ALL
        SELECT step.path || member.part, member.value FROM step, LATERAL (
            SELECT jsonb_build_array(o.key) AS part, o.value
            FROM jsonb_each(CASE jsonb_typeof(step.value) WHEN 'object' THEN step.value ELSE '{}' END) o
            UNION ALL
            SELECT jsonb_build_array(a.number - 1), a.value
            FROM jsonb_array_elements(CASE jsonb_typeof(step.value) WHEN 'array' THEN step.value ELSE '[]' END)
                WITH ORDINALITY a(value, number)
        ) member
    )
    SELECT step.path, step.value FROM step WHERE jsonb_typeof(step.value) NOT IN ('object', 'array')
$$;

-- A path as one text, as in fact_path.
CREATE FUNCTION path_encoded(path jsonb) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT string_agg(
        CASE
            WHEN jsonb_typeof(part) <> 'string' THEN part #>> '{}'
            WHEN part #>> '{}' ~ '^[0-9]*$' THEN '"' || (part #>> '{}') || '"'
            ELSE replace(part #>> '{}', '#~', '\#\~')
        END, '#~' ORDER BY number)
    FROM jsonb_array_elements(path) WITH ORDINALITY p(part, number)
$$;

-- Whether each part of a path matches its pattern. A pattern of digits matches names, a number indices.
CREATE FUNCTION path_matches(path jsonb, patterns jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT jsonb_array_length(path) = jsonb_array_length(patterns) AND NOT EXISTS (
        SELECT 1
        FROM jsonb_array_elements(path) WITH ORDINALITY p(part, number)
        JOIN jsonb_array_elements(patterns) WITH ORDINALITY q(pattern, number) USING (number)
        WHERE NOT (
            CASE
                WHEN jsonb_typeof(pattern) <> 'string' THEN jsonb_typeof(part) <> 'string'
                WHEN pattern #>> '{}' ~ '^[0-9]*$' THEN jsonb_typeof(part) = 'string'
                ELSE true
            END AND part #>> '{}' ~ (pattern #>> '{}')))
$$;

-- The texts of an array, which order as the values do.
CREATE FUNCTION texts_key(texts jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(coalesce(part, '') ORDER BY number), '{}')
    FROM jsonb_array_elements_text(texts) WITH ORDINALITY p(part, number)
$$;

-- The text of a value without blanks, with sorted members.
CREATE FUNCTION json_canonical(value jsonb) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT CASE jsonb_typeof(value)
        WHEN 'array' THEN (
            SELECT '[' || coalesce(string_agg(json_canonical(item), ',' ORDER BY number), '') || ']'
            FROM jsonb_array_elements(value) WITH ORDINALITY a(item, number))
        WHEN 'object' THEN (
            SELECT '{' || coalesce(string_agg(to_json(key)::text || ':' || json_canonical(item), ',' ORDER BY key COLLATE "C"), '') || '}'
            FROM jsonb_each(value) o(key, item))
        ELSE value::text
    END
$$;

-- Jobs. A user starts one job in a millisecond: adding it is the same when it is repeated.
CREATE TABLE job (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    noop boolean NOT NULL,
    environment text,
    tags text[] NOT NULL,
    query text NOT NULL,
    creator text NOT NULL,
    at_once bigint NOT NULL,
    allowed_failures bigint,
    created bigint NOT NULL,
    ends bigint NOT NULL,
    state text NOT NULL,
    UNIQUE (creator, created)
);
CREATE INDEX job_running ON job (id) WHERE state = 'running';
CREATE TABLE job_node (
    job_id bigint NOT NULL REFERENCES job ON DELETE CASCADE,
    certname text COLLATE "C" NOT NULL,
    state text NOT NULL,
    since bigint NOT NULL,
    PRIMARY KEY (job_id, certname)
);
CREATE INDEX job_node_running ON job_node (certname) WHERE state = 'running';
