# An attribute that the type does not know is refused wherever it comes from
Notify <<| |>>
