# Without a store exports and collectors are warned about and ignored, overrides too
@@notify { 'e': }
Notify <<| |>> { message => 'x' }
notify { 'n': }
