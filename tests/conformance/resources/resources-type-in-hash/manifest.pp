# Empty references are kept in hashes
notify { a: message => {k => Notify} }
