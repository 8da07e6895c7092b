# +> in a collector adds to what came from the store
notify { 'x': } notify { 'y': }
Notify <<| tag == 'a' |>> { require +> Notify['y'] }
