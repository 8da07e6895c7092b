# no block fits

node 'other' { }
