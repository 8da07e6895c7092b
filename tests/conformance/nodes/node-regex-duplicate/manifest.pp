# The same regex twice is an error
node /^a/ { }
node /^a/ { }
