# A boolean is named as a text
notify { a: notify => true }
