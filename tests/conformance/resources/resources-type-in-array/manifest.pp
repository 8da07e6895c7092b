# Empty references are kept in arrays
notify { a: message => [Notify] }
