# next with text is the result
notify { 'r': message => [inline_epp('a<% next("n") %>b'), inline_epp('a<% if true { next(5) } %>b', { 'x' => 1 })] }
