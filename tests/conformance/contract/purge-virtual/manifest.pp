# A virtual resource is not in the catalog, so what it stands for is purged
resources { 'pooled': purge => true }
@pooled { 'one': }
pooled { 'three': }
