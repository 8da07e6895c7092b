# What is no Boolean is refused
resources { 'pooled': purge => 'perhaps' }
