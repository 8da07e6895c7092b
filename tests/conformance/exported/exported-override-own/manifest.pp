# Overrides of a collector change the node's own exports
@@notify { 'own': message => 'old' }
Notify <<| |>> { message => 'new' }
