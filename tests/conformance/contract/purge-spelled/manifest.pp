# Booleans are spelled in several ways
resources { 'pooled': purge => 'yes' }
pooled { ['one', 'two']: }
