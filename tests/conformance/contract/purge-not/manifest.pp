# Without purge => true nothing is listed
resources { 'pooled': }
resources { 'unlisted': purge => false }
