# A type that cannot be listed cannot be purged
resources { 'unlisted': purge => true }
unlisted { 'x': }
