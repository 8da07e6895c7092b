# A collector's override reaches resources from the store and adds attributes
Notify <<| |>> { message => 'new', loglevel => debug }
