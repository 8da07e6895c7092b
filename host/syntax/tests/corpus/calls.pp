# Calls with and without parentheses, of types, of methods, with blocks.

# --- call ---
f()
f(1, 2)
f(1,)
a::b(*$x)
# Tree: (block (invoke {:functor (qn "f") :args []}) (invoke {:functor (qn "f") :args [1 2]}) (invoke {:functor (qn "f") :args [1]}) (invoke {:functor (qn "a::b") :args [(unfold (var "x"))]}))

# --- call-as-value ---
$x = f(g(1), h())
# Tree: (= (var "x") (call {:functor (qn "f") :args [(call {:functor (qn "g") :args [1]}) (call {:functor (qn "h") :args []})]}))

# --- call-with-pairs ---
f(a => 1, 'b' => 2, 3, c => 4)
# Tree: (invoke {:functor (qn "f") :args [(hash (=> (qn "a") 1) (=> "b" 2)) 3 (hash (=> (qn "c") 4))]})

# --- call-of-type ---
$x = Integer('1')
$y = Array[Integer](1)
$z = type(1)
# Tree: (block (= (var "x") (call {:functor (qr "Integer") :args ["1"]})) (= (var "y") (call {:functor (access (qr "Array") (qr "Integer")) :args [1]})) (= (var "z") (call {:functor (qn "type") :args [1]})))

# --- call-of-anything-else ---
$x(1)
# Error: 1:1-1:3 ILLEGAL_EXPRESSION Illegal expression. A Variable is unacceptable as function name in a Function Call

# --- statement-call ---
include a
include a, b::c, 'd'
notice "x ${y}"
require $z
# Tree: (block (invoke {:functor (qn "include") :args [(qn "a")]}) (invoke {:functor (qn "include") :args [(qn "a") (qn "b::c") "d"]}) (invoke {:functor (qn "notice") :args [(concat "x " (str (var "y")))]}) (invoke {:functor (qn "require") :args [(var "z")]}))

# --- statement-call-over-lines ---
notice
'x'
# Tree: (invoke {:functor (qn "notice") :args ["x"]})

# --- statement-call-of-a-call ---
notice f(1)
# Tree: (invoke {:functor (qn "notice") :args [(call {:functor (qn "f") :args [1]})]})

# --- statement-call-with-parentheses ---
notice(1), 2
# Error: 1:10-1:11 ILLEGAL_ARGUMENT_LIST illegal comma separated argument list

# --- call-without-parentheses-of-another-function ---
foo 1, 2
# Error: 1:6-1:7 ILLEGAL_ARGUMENT_LIST attempt to pass argument list to the function 'foo' which cannot be called without parentheses
# Hint: put the arguments in parentheses: foo(…)

# --- call-without-parentheses-as-value ---
$x = include a, b
# Error: 1:15-1:16 ILLEGAL_ARGUMENT_LIST illegal comma separated argument list

# --- values-with-commas ---
1, 2
# Error: 1:2-1:3 ILLEGAL_ARGUMENT_LIST illegal comma separated argument list

# --- method-call ---
$x.f
$x.f()
$x.f(1, 2).g
'a'.upcase.length
$x.type
# Tree: (block (call-method {:functor (. (var "x") (qn "f")) :args []}) (call-method {:functor (. (var "x") (qn "f")) :args []}) (call-method {:functor (. (call-method {:functor (. (var "x") (qn "f")) :args [1 2]}) (qn "g")) :args []}) (call-method {:functor (. (call-method {:functor (. "a" (qn "upcase")) :args []}) (qn "length")) :args []}) (call-method {:functor (. (var "x") (qn "type")) :args []}))

# --- method-call-with-comma-at-the-end ---
$x.f(1,)
# Error: 1:8-1:9 SYNTAX_ERROR Syntax error at ')'
# Label: 1:8-1:9 expected an expression
# Label: 1:5-1:6 in the arguments of 'f', opened here

# --- method-call-with-pairs ---
$x.f(a => 1)
# Tree: (call-method {:functor (. (var "x") (qn "f")) :args [(hash (=> (qn "a") 1))]})

# --- method-name-missing ---
$x.1
# Error: 1:4-1:5 SYNTAX_ERROR Syntax error at '1'
# Label: 1:4-1:5 expected a name or 'type'

# --- lambda ---
$x.each |$a, $b| { notice($a) }
f(1) |Integer $a = 2, *$b| >> String { "${a}" }
f() || { }
# Tree: (block (call-method {:functor (. (var "x") (qn "each")) :args [] :block (lambda {:params {:a {} :b {}} :body [(invoke {:functor (qn "notice") :args [(var "a")]})]})}) (invoke {:functor (qn "f") :args [1] :block (lambda {:params {:a {:type (qr "Integer") :value 2} :b {:splat true}} :returns (qr "String") :body [(concat (str (var "a")))]})}) (invoke {:functor (qn "f") :args [] :block (lambda {})}))

# --- lambda-without-call ---
$x = |$a| { 1 }
# Error: 1:6-1:7 SYNTAX_ERROR Syntax error at '|'
# Label: 1:6-1:7 expected an expression

# --- lambda-captures-rest-first ---
f() |*$a, $b| { }
# Error: 1:7-1:9 CAPTURES_REST_NOT_LAST Parameter $a is not last, and has 'captures rest'

# --- lambda-in-argument ---
f($x.map |$a| { $a + 1 }, 2)
# Tree: (invoke {:functor (qn "f") :args [(call-method {:functor (. (var "x") (qn "map")) :args [] :block (lambda {:params {:a {}} :body [(+ (var "a") 1)]})}) 2]})

# --- argument-list-not-closed ---
notice($x
notice($y)
# Error: 2:1-2:7 SYNTAX_ERROR Syntax error at 'notice'
# Label: 2:1-2:7 expected ',' or ')'
# Label: 1:7-1:8 in the arguments of 'notice', opened here
# Hint: is there a ',' or a ')' missing at the end of the line before?

# --- arguments-without-comma ---
f(1 2)
# Error: 1:5-1:6 SYNTAX_ERROR Syntax error at '2'
# Label: 1:5-1:6 expected ',' or ')'
# Label: 1:2-1:3 in the arguments of 'f', opened here
# Hint: is there a ',' or a ')' missing before it?
