# A chain relates what a collector takes from the store
notify { 'first': } -> Notify <<| tag == 'x' |>> -> notify { 'last': }
