# A node without a block
node 'n'
