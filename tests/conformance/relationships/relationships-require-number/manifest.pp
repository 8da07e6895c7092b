# A number is named as a text
notify { a: require => 1 }
