# An application in a site block
site { app { 'x': nodes => { Node['a'] => Comp['b'] } } }
