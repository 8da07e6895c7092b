# A number in a query matches a number in the store
Notify <<| message == 5 |>>
