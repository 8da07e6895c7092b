-- Tables of a fleet in PostgreSQL, version 2. Nodes know the number of their resources, which dashboards request.

ALTER TABLE node ADD COLUMN catalog_resources bigint;
UPDATE node SET catalog_resources = (SELECT count(*) FROM resource WHERE resource.node_id = node.id)
    WHERE catalog_hash IS NOT NULL;
