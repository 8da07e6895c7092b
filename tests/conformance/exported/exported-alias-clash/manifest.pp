# A resource of the store that goes by the name of a local one clashes with it
file { 'local': path => '/x' }
File <<| |>>
