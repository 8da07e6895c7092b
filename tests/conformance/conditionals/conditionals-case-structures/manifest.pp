# case on arrays and hashes
case [1,'A'] { [1,'a']: { notice('arr') } default: { notice('no') } }
case {a=>1} { {a=>1}: { notice('h') } }
