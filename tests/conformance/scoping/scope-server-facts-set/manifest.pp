# The hash of facts of the server can not be set
$server_facts = 1
