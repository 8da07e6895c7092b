# The whole name beats a shorter one, and that beats the default
node default { notify { 'default': } }
node 'www' { notify { 'short': } }
node 'www.example.com' { notify { 'full': } }
