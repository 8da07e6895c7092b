# What one collector has taken from the store the next one does not take again: its override has no effect
Notify <<| title == 'a' |>>
Notify <<| |>> { message => 'second' }
