# A hyphen after a dot in a bare name is a syntax error
node web.example-a.com { notify { 'w': } }
