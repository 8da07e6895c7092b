# Values that match a pattern stay what they are, numbers too
valued { 'a': number => '12'; 'b': number => 12 }
