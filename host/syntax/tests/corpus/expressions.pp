# Operators, their precedence and their operands.

# --- arithmetic ---
$x = 1 + 2 * 3 - 4 / 5 % 6 << 7 >> 8
# Tree: (= (var "x") (>> (<< (- (+ 1 (* 2 3)) (% (/ 4 5) 6)) 7) 8))

# --- comparison-binds-looser-than-equality ---
$x = 1 < 2 == true
# Tree: (= (var "x") (< 1 (== 2 true)))

# --- logic ---
$x = $a and $b or $c and !$d
# Tree: (= (var "x") (or (and (var "a") (var "b")) (and (var "c") (! (var "d")))))

# --- in-binds-tighter-than-arithmetic ---
$x = 'a' in $b + $c
# Tree: (= (var "x") (+ (in "a" (var "b")) (var "c")))

# --- not-binds-tighter-than-in ---
$x = !'a' in $b
# Tree: (= (var "x") (in (! "a") (var "b")))

# --- match ---
$x = $a =~ /b/ and $c !~ /d/
# Tree: (= (var "x") (and (=~ (var "a") (regexp "b")) (!~ (var "c") (regexp "d"))))

# --- minus-of-method ---
$x = -5.abs
# Tree: (= (var "x") (- (call-method {:functor (. 5 (qn "abs")) :args []})))

# --- minus-and-not ---
$x = [- 5, --5, !!$a, -$b, -(1), -0x10, -1.5]
# Tree: (= (var "x") (array -5 (- -5) (! (! (var "a"))) (- (var "b")) (- (paren 1)) -16 -1.5))

# --- splat ---
$x = [*$a, *[1, 2]]
# Tree: (= (var "x") (array (unfold (var "a")) (unfold (array 1 2))))

# --- group-from-the-left ---
$x = 1 - 2 - 3
# Tree: (= (var "x") (- (- 1 2) 3))

# --- parentheses ---
$x = (1 + 2) * ((3))
# Tree: (= (var "x") (* (paren (+ 1 2)) (paren (paren 3))))

# --- arrays ---
$x = [[], [1], [1, 2,], [1 => 2, 3 => 4, 5]]
# Tree: (= (var "x") (array (array) (array 1) (array 1 2) (array (hash (=> 1 2) (=> 3 4)) 5)))

# --- hashes ---
$x = [{}, { 'a' => 1 }, { a => 1, 2 => 'b', }, { type => function }]
# Tree: (= (var "x") (array (hash) (hash (=> "a" 1)) (hash (=> (qn "a") 1) (=> 2 "b")) (hash (=> "type" "function"))))

# --- hash-keys-of-all-kinds ---
$x = { undef => 1, default => 2, true => 3, [1] => 4, $a => 5, A => 6, 1.5 => 7 }
# Tree: (= (var "x") (hash (=> nil 1) (=> (default) 2) (=> true 3) (=> (array 1) 4) (=> (var "a") 5) (=> (qr "A") 6) (=> 1.5 7)))

# --- hash-with-keyword-key ---
$x = { if => 1 }
# Error: 1:11-1:13 SYNTAX_ERROR Syntax error at '=>'
# Label: 1:11-1:13 expected an expression
# Label: 1:6-1:7 in this hash, opened here

# --- hash-with-duplicate-keys ---
$x = { a => 1, 'a' => 2, 1 => 3, 1.0 => 4, 1 => 5 }
# Tree: (= (var "x") (hash (=> (qn "a") 1) (=> "a" 2) (=> 1 3) (=> 1.0 4) (=> 1 5)))
# Warning: 1:20-1:22 DUPLICATE_KEY The key 'a' is declared more than once
# Warning: 1:46-1:48 DUPLICATE_KEY The key '1' is declared more than once

# --- access ---
$x = $a[1]['b'][1, -1][$c]
# Tree: (= (var "x") (access (access (access (access (var "a") 1) "b") 1 -1) (var "c")))

# --- access-without-key ---
$x = $a[]
# Error: 1:9-1:10 SYNTAX_ERROR Syntax error at ']'
# Label: 1:9-1:10 expected an expression
# Label: 1:8-1:9 in this array, opened here

# --- access-with-pairs ---
$x = Struct[a => 1]
# Tree: (= (var "x") (access (qr "Struct") (hash (=> (qn "a") 1))))

# --- selector ---
$x = $a ? { 'b' => 1, /c/ => 2, default => 3 }
# Tree: (= (var "x") (? (var "a") [(=> "b" 1) (=> (regexp "c") 2) (=> (default) 3)]))

# --- selector-takes-all-on-its-left ---
$x = 1 + $a ? { 3 => 'b' }
# Tree: (= (var "x") (? (+ 1 (var "a")) [(=> 3 "b")]))

# --- selector-without-braces ---
$x = $a ? b => 1 + 2
# Tree: (= (var "x") (? (var "a") [(=> (qn "b") (+ 1 2))]))

# --- selector-then-more ---
$x = $a ? { b => 1 }[0] + 2
# Tree: (= (var "x") (+ (access (? (var "a") [(=> (qn "b") 1)]) 0) 2))

# --- selector-in-and ---
$x = $a and $b ? { c => 1 } + 2
# Tree: (= (var "x") (and (var "a") (+ (? (var "b") [(=> (qn "c") 1)]) 2)))

# --- selector-empty ---
$x = $a ? { }
# Error: 1:13-1:14 SYNTAX_ERROR Syntax error at '}'
# Label: 1:13-1:14 expected an expression
# Label: 1:11-1:12 in this selector, opened here

# --- assignment ---
$x = $y = 1
# Tree: (= (var "x") (= (var "y") 1))

# --- assignment-of-many ---
[$a, [$b, $c]] = [1, [2, 3]]
# Tree: (= (array (var "a") (array (var "b") (var "c"))) (array 1 (array 2 3)))

# --- if-as-value ---
$x = if $a { 1 } else { 2 }
# Tree: (= (var "x") (if {:test (var "a") :then [1] :else [2]}))

# --- case-as-value ---
$x = case $a { 1: { 'b' } default: { 'c' } }
# Tree: (= (var "x") (case (var "a") [{:when [1] :then ["b"]} {:when [(default)] :then ["c"]}]))

# --- statement-as-operand ---
$x = if $a { 1 } + 2
# Tree: (= (var "x") (+ (if {:test (var "a") :then [1]}) 2))

# --- adjacent-values ---
$x = 'a' 'b'
# Tree: (block (= (var "x") "a") "b")

# --- plus-before-number ---
$x = +1
# Error: 1:6-1:7 SYNTAX_ERROR Syntax error at '+'
# Label: 1:6-1:7 expected an expression
# Hint: a number cannot have a '+' sign

# --- operator-without-operand ---
$x = 1 +
# Error: 2:1-2:1 SYNTAX_ERROR Syntax error at end of input
# Label: 2:1-2:1 expected an expression

# --- too-many-commas ---
$x = [1,,2]
# Error: 1:9-1:10 SYNTAX_ERROR Syntax error at ','
# Label: 1:9-1:10 expected an expression
# Label: 1:6-1:7 in this array, opened here

# --- comma-missing-in-array ---
$x = [1 2]
# Error: 1:9-1:10 SYNTAX_ERROR Syntax error at '2'
# Label: 1:9-1:10 expected ',' or ']'
# Label: 1:6-1:7 in this array, opened here
# Hint: is there a ',' or a ']' missing before it?

# --- bracket-not-closed ---
$x = [1, 2
notice($x)
# Error: 2:1-2:7 SYNTAX_ERROR Syntax error at 'notice'
# Label: 2:1-2:7 expected ',' or ']'
# Label: 1:6-1:7 in this array, opened here
# Hint: is there a ',' or a ']' missing at the end of the line before?

# --- comma-missing-in-hash ---
$x = {
  'a' => 1
  'b' => 2
}
# Error: 3:3-3:6 SYNTAX_ERROR Syntax error at 'b'
# Label: 3:3-3:6 expected ',' or '}'
# Label: 1:6-1:7 in this hash, opened here
# Hint: is there a ',' or a '}' missing at the end of the line before?
