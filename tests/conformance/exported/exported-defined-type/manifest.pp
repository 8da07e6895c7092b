# A defined type from the store is evaluated here
define site($port) { notify { "${title}:${port}": } }
Site <<| |>>
