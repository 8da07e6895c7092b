# The rows of a query in PQL are hashes
$rows = puppetdb_query('resources[certname, title, parameters] { type = "Notify" order by certname }')
$rows.each |$row| { notify { $row['certname']: message => $row['parameters']['message'] } }
notice(puppetdb_query('nodes[count()] { }'))
