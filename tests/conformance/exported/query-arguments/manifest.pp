# A query is a string that is not empty or an array with at least one element
notice(puppetdb_query(''))
