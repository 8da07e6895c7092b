node 'db.example.com' { notify { 'db': } }
node default { notify { 'other': } }
