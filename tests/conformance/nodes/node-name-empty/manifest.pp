# A node without a name
node '' { notify { 'w': } }
node default { notify { 'd': } }
