# An alias that is a hash is a title by its text and shown as what it is.
notify { '{k => v}': }
notify { 'b': alias => { 'k' => 'v' } }
