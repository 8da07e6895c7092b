# A node block can add an attribute to nothing of others
notify { 'x': }
node default { Notify['x'] { message => 'b' } }
