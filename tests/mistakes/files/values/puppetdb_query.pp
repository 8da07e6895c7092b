notice(puppetdb_query('nodes {}'))
