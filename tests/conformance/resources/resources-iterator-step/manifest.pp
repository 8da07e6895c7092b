# step is lazy too
notify { a: message => [1].step(1) }
