# A text that is no reference is named as it is
notify { a: notify => 'Notify' }
