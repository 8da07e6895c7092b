# collected resources are overridden
Notify <<| tag == 'x' |>> { message => 'new' }
