# Dots in front of the name of a regex block are dropped
node /.+\.example\.com/ { notify { 'm': } }
