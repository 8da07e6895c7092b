# A resource of the store with the title of a local one is an error
notify { 'same': }
Notify <<| |>>
