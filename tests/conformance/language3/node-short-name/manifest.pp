# A node block for the host part of a name matches the whole name
node 'www' { notify { 'short': } }
node default { notify { 'default': } }
