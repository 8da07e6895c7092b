# Listed true and false are taken as values and as words, and stay symbols
valued { 'a': flag => true; 'b': flag => 'false' }
