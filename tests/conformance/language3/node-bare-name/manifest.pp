# Names of nodes need no quotes, hyphens and dots in them or not
node www-1.testing.com, web.testing.com { notify { 'matched': } }
node db-2 inherits www-1.testing.com { notify { 'db': } }
