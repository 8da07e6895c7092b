# A node block can not override what the top declared
notify { 'x': message => 'a' }
node default { Notify['x'] { message => 'b' } }
