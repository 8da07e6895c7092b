# An array is a query in the abstract syntax
$rows = puppetdb_query(['from', 'nodes', ['extract', ['certname'], ['~', 'certname', '[23]']], ['order_by', ['certname']]])
notice($rows, type($rows))
notice(puppetdb_query(['from', 'facts', ['=', 'name', 'none']]))
