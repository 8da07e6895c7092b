# A hash is named as Ruby writes it
notify { a: notify => {a=>1} }
