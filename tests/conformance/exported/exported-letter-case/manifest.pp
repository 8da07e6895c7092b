# The store compares letters exactly, while the node's own exports are compared as == does
@@notify { 'own': message => 'ABC' }
Notify <<| message == 'abc' |>>
