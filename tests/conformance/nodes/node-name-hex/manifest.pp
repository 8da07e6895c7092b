# A bare number that is hexadecimal
node 0x1F { notify { 'hex': } }
node default { notify { 'd': } }
