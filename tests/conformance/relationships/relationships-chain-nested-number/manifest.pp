# What is inside an array is looked at too
Notify[a] -> [1]
notify { a: }
