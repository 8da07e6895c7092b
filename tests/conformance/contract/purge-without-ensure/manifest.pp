# A type without ensure cannot be purged
resources { 'unensured': purge => true }
