# Defaults of the scope of the collector apply to what comes from the store
Notify { loglevel => warning, message => 'default' }
Notify <<| |>>
