# The node's own exports come first and keep exported: true, those of the store do not
Notify <<| |>>
@@notify { 'own': message => 'mine' }
