# A number is not a query
notice(puppetdb_query(1))
