# A bare word with hyphens is a name, but takes no dots
node web-1 { notify { 'w': } }
