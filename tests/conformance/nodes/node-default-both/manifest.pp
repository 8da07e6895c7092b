# default with and without quotes is one name
node 'default' { }
node default { }
