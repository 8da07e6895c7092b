# != also matches resources of the store that lack the attribute
Notify <<| message != 'x' |>>
