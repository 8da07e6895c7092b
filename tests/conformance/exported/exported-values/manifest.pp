# Values of all kinds come from the store as they went in
Notify <<| |>>
