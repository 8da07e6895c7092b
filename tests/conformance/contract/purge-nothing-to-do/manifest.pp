# Nothing is purged where all is in the catalog
resources { 'pooled': purge => true }
pooled { ['one', 'two', 'three']: }
