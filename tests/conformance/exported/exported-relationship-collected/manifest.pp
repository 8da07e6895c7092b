# a chain from what is collected
Notify <<| |>> -> notify { 'last': }
