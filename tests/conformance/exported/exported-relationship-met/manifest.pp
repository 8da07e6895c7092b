# A requirement that came with the resource is met by a local one
notify { 'here': }
Notify <<| |>>
