# The case of a name in the manifest does not matter
node 'WWW.Example.COM' { notify { 'm': } }
node default { notify { 'd': } }
