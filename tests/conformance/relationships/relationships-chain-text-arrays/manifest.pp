# Arrays of texts on the left of an arrow
['Notify[a]', 'Notify[b]'] -> 'Notify[c]'
notify { [a,b,c]: }
