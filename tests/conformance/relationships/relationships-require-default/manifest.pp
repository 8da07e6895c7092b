# default is named as a text
notify { a: notify => default }
