# A regular expression is named as Ruby writes it
notify { a: notify => /x/ }
