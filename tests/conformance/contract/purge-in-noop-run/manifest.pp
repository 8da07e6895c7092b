# A noop run tells what it would purge
resources { 'pooled': purge => true }
