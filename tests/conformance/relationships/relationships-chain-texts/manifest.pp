# Texts on both sides of an arrow
'Notify[a]' -> 'Notify[b]'
notify { [a,b]: }
