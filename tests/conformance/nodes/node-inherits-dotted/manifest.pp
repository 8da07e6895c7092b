# The place of the error is the parent
node 'n'   inherits web.example.com { }
