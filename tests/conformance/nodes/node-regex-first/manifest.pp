# The first regex that matches counts
node /x/ { notify { 'x': } }
node /y/ { notify { 'y': } }
