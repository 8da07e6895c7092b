# A reference that is a key is a text
notify { a: message => {Notify['x'] => 1} }
