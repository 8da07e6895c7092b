# A comma may follow the last name
node 'a', 'b', { notify { 'w': } }
