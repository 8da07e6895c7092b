class m { notify { 'a': } }
node default { notify { 'n': } }
