# A reference that is not closed is no reference
notify { a: notify => 'Notify[b' }
