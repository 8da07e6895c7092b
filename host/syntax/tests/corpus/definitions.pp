# Classes, defines, nodes, functions, types: forms, names and positions.

# --- class ---
class a { }
class b($x, Integer $y = 1, Optional[String] $z = undef,) inherits a { $w = 1 }
class c() { }
# Tree: (block (class {:name "a"}) (class {:name "b" :parent "a" :params {:x {} :y {:type (qr "Integer") :value 1} :z {:type (access (qr "Optional") (qr "String")) :value nil}} :body [(= (var "w") 1)]}) (class {:name "c"}))

# --- class-in-class ---
class a { class b { class c { } define d { } } node e { } }
# Tree: (class {:name "a" :body [(class {:name "a::b" :body [(class {:name "a::b::c"}) (define {:name "a::b::d"})]}) (node {:matches ["e"]})]})

# --- class-inherits-default ---
class a inherits default { }
# Tree: (class {:name "a" :parent "default"})

# --- class-with-bad-name ---
class Upper { }
class with-hyphen { }
class ::top { }
# Error: 1:1-1:16 ILLEGAL_DEFINITION_NAME Unacceptable name. The name 'Upper' is unacceptable as the name of a Host Class Definition
# Hint: a name consists of lowercase letters, digits and '_', starts with a letter, and can have parts joined by '::'
# Error: 2:1-2:22 ILLEGAL_DEFINITION_NAME Unacceptable name. The name 'with-hyphen' is unacceptable as the name of a Host Class Definition
# Hint: a name consists of lowercase letters, digits and '_', starts with a letter, and can have parts joined by '::'
# Hint: a manifest written for Puppet 3 is read with '--language 3'
# Error: 3:1-3:16 ILLEGAL_DEFINITION_NAME Unacceptable name. The name '::top' is unacceptable as the name of a Host Class Definition
# Hint: a name consists of lowercase letters, digits and '_', starts with a letter, and can have parts joined by '::'

# --- class-with-reserved-name ---
class string { }
define integer { }
# Error: 1:1-1:17 RESERVED_TYPE_NAME The name: 'string' is already defined by Puppet and can not be used as the name of a Host Class Definition.
# Error: 2:1-2:19 RESERVED_TYPE_NAME The name: 'integer' is already defined by Puppet and can not be used as the name of a 'define' expression.

# --- class-quoted ---
class 'a' { }
# Error: 1:7-1:10 ILLEGAL_DEFINITION_NAME A quoted string is not valid as a name here
# Hint: write the name without quotes: a

# --- class-keyword-as-name ---
class class { }
class default { }
# Error: 1:7-1:12 ILLEGAL_DEFINITION_NAME 'class' keyword not allowed at this location
# Error: 2:7-2:14 SYNTAX_ERROR Syntax error at 'default'
# Label: 2:7-2:14 expected a name, a bare word or a type name
# Hint: 'default' is a keyword and cannot be used as a name here

# --- class-named-with-digit ---
class 7zip { }
# Error: 1:7-1:11 ILLEGAL_NUMBER Illegal number '7zip'
# Hint: a name cannot start with a digit; put it in quotes if it is meant as text
# Hint: a manifest written for Puppet 3 is read with '--language 3'

# --- class-parameters ---
class a($b $c) { }
# Error: 1:12-1:14 SYNTAX_ERROR Syntax error at 'c'
# Label: 1:12-1:14 expected ',', ')' or '='
# Label: 1:8-1:9 in these parentheses, opened here
# Hint: is there a ',' or a ')' missing before it?

# --- class-parameter-faults ---
class a($name, $title, $b, $b, *$c, $D, $1) { }
# Error: 1:33-1:35 CAPTURES_REST_NOT_SUPPORTED Parameter $c has 'captures rest' - not supported in a Host Class Definition
# Error: 1:28-1:30 DUPLICATE_PARAMETER The parameter 'b' is declared more than once in the parameter list
# Label: 1:24-1:26 first declared here
# Error: 1:9-1:14 RESERVED_PARAMETER The parameter $name redefines a built in parameter in the Host Class Definition
# Hint: $name is already set; use another name
# Error: 1:16-1:22 RESERVED_PARAMETER The parameter $title redefines a built in parameter in the Host Class Definition
# Hint: $title is already set; use another name
# Error: 1:37-1:39 ILLEGAL_PARAM_NAME Illegal parameter name. The given name 'D' does not conform to the naming rule /^[a-z_]\w*$/
# Hint: a manifest written for Puppet 3 is read with '--language 3'
# Error: 1:41-1:43 ILLEGAL_NUMERIC_PARAMETER The numeric parameter name '$1' cannot be used (clashes with numeric match result variables)
# Error: 1:41-1:43 ILLEGAL_PARAM_NAME Illegal parameter name. The given name '1' does not conform to the naming rule /^[a-z_]\w*$/

# --- class-parameter-without-dollar ---
class a(b) { }
# Error: 1:9-1:10 SYNTAX_ERROR Syntax error at 'b'
# Label: 1:9-1:10 expected a type name or a variable
# Label: 1:8-1:9 in these parentheses, opened here

# --- class-parameter-type-with-blank ---
class a(Array [String] $b) { }
# Error: 1:15-1:16 SYNTAX_ERROR Syntax error at '['
# Label: 1:15-1:16 expected a variable
# Label: 1:8-1:9 in these parentheses, opened here

# --- class-body-not-closed ---
class a {
  f()
# Error: 3:1-3:1 SYNTAX_ERROR Syntax error at end of input
# Label: 3:1-3:1 expected a statement or '}'
# Label: 1:9-1:10 the '{' of class 'a' is probably not closed
# Hint: add the missing '}' of class 'a'

# --- class-ends-with-value ---
class a { f() 'b' }
# Error: 1:15-1:18 IDEM_NOT_ALLOWED_LAST This String has no effect. A Host Class Definition can not end with a value-producing expression without other effect

# --- class-in-if ---
if $a { class b { } }
# Error: 1:9-1:20 NOT_TOP_LEVEL Classes, definitions, and nodes may only appear at toplevel or inside other classes
# Hint: move it out of the block it is in, to the top of the file or directly into a class

# --- class-in-define ---
define a { class b { } }
# Error: 1:12-1:23 NOT_TOP_LEVEL Classes, definitions, and nodes may only appear at toplevel or inside other classes
# Hint: move it out of the block it is in, to the top of the file or directly into a class

# --- class-in-lambda ---
$x.each |$a| { class b { } }
# Error: 1:16-1:27 NOT_TOP_LEVEL Classes, definitions, and nodes may only appear at toplevel or inside other classes
# Hint: move it out of the block it is in, to the top of the file or directly into a class

# --- class-as-value ---
$x = class a { }
# Error: 1:6-1:17 NOT_RVALUE Invalid use of expression. A Host Class Definition does not produce a value
# Error: 1:6-1:17 NOT_TOP_LEVEL Classes, definitions, and nodes may only appear at toplevel or inside other classes
# Hint: move it out of the block it is in, to the top of the file or directly into a class

# --- define ---
define a::b($c, $d = $c) { f($c) }
# Tree: (define {:name "a::b" :params {:c {} :d {:value (var "c")}} :body [(invoke {:functor (qn "f") :args [(var "c")]})]})

# --- define-inherits ---
define a inherits b { }
# Error: 1:10-1:18 SYNTAX_ERROR Syntax error at 'inherits'
# Label: 1:10-1:18 expected '{' or '('
# Label: 1:1-1:7 in define 'a'

# --- node ---
node 'a', b.example.com, /c/, default { f() }
node d.1.e inherits f { }
node "g" { }
# Error: 2:21-2:22 ILLEGAL_NODE_INHERITANCE Node inheritance is not supported in Puppet >= 4.0.0. See http://links.puppet.com/puppet-node-inheritance-deprecation
# Hint: put what the nodes share into a class and include it in each
# Hint: a manifest written for Puppet 3 is read with '--language 3'

# --- node-with-bad-name ---
node 'a b' { }
node "a${b}" { }
node @(END) { }
c
END
# Error: 1:6-1:11 ILLEGAL_HOSTNAME_CHARS The hostname 'a b' contains illegal characters (only letters, digits, '_', '-', and '.' are allowed)
# Hint: to match many nodes use a regex: /^web/
# Error: 2:10-2:11 ILLEGAL_HOSTNAME_INTERPOLATION An interpolated expression is not allowed in a hostname of a node
# Error: 3:6-3:12 ILLEGAL_EXPRESSION Illegal expression. A '@()' expression is unacceptable as hostname in a Node Definition

# --- node-with-hyphen-and-dots ---
node a-1.b { }
# Error: 1:9-1:10 SYNTAX_ERROR Syntax error at '.'
# Label: 1:9-1:10 expected ',', '{' or 'inherits'
# Label: 1:1-1:5 in this node block
# Hint: put the name of the node in quotes
# Hint: a manifest written for Puppet 3 is read with '--language 3'

# --- function ---
function a::b($c, *$d) >> Array[Integer] { $c }
function e { }
# Tree: (block (function {:name "a::b" :params {:c {} :d {:splat true}} :body [(var "c")] :returns (access (qr "Array") (qr "Integer"))}) (function {:name "e"}))

# --- function-in-class ---
class a { function b() { } }
# Error: 1:11-1:27 NOT_ABSOLUTE_TOP_LEVEL A Function Definition may only appear at toplevel

# --- function-with-bad-name ---
function my-function() { }
# Error: 1:1-1:27 ILLEGAL_DEFINITION_NAME Unacceptable name. The name 'my-function' is unacceptable as the name of a Function Definition
# Hint: a name consists of lowercase letters, digits and '_', starts with a letter, and can have parts joined by '::'

# --- function-default-assigns ---
function a($b = $c = 1, $d = [$e = 1], $f = g() |$h = ($i = 1)| { $j = 1 }) { }
# Error: 1:20-1:21 SYNTAX_ERROR Syntax error at '='
# Label: 1:20-1:21 expected ',' or ')'
# Label: 1:11-1:12 in these parentheses, opened here

# --- type-alias ---
type A = Integer
type B::C = Variant[A, Enum['x', 'y'],]
type D = { attributes => { e => Integer } }
type F = D { constants => { g => 1 } }
# Tree: (block (type-alias "A" (qr "Integer")) (type-alias "B::C" (access (qr "Variant") (qr "A") (access (qr "Enum") "x" "y"))) (type-alias "D" (access (qr "Object") (hash (=> (qn "attributes") (hash (=> (qn "e") (qr "Integer"))))))) (type-alias "F" (access (qr "Object") (hash (=> (qn "constants") (hash (=> (qn "g") 1))) (=> (qn "parent") (qr "D"))))))

# --- type-alias-faults ---
type A = [1]
type b = Integer
# Error: 2:6-2:7 SYNTAX_ERROR Syntax error at 'b'
# Label: 2:6-2:7 expected a type name

# --- type-alias-in-class ---
class a { type B = Integer }
# Error: 1:16-1:27 NOT_ABSOLUTE_TOP_LEVEL A Type Alias may only appear at toplevel

# --- type-mapping ---
type Runtime['ruby', 'A'] = Integer
type Runtime['ruby', [/a/, 'b']] = [/c/, 'd']
type Runtime['ruby', 'B'] = [/c/, 'd']
type A[1] = Integer
# Error: 3:6-3:39 ILLEGAL_TYPE_MAPPING Illegal type mapping. Expected a Type on the left side, got A Type Mapping
# Error: 4:6-4:20 UNSUPPORTED_EXPRESSION Expressions of type a Type Mapping are not supported in this version of Puppet

# --- type-definition ---
type A { }
type A inherits B { f() }
# Error: 1:1-1:11 UNSUPPORTED_EXPRESSION Expressions of type a Type Definition are not supported in this version of Puppet
# Error: 2:1-2:26 UNSUPPORTED_EXPRESSION Expressions of type a Type Definition are not supported in this version of Puppet

# --- reserved-words ---
$x = attr
private
# Error: 1:6-1:10 RESERVED_WORD Use of reserved word: attr, must be quoted if intended to be a String value
# Error: 2:1-2:8 RESERVED_WORD Use of reserved word: private, must be quoted if intended to be a String value

# --- plan ---
plan a($b) { f($b) }
# Error: 1:20-1:21 SYNTAX_ERROR Syntax error at '}'
# Label: 1:20-1:21 expected ':'
# Label: 1:12-1:13 in this 'a' resource, opened here
# Hint: plans are not supported

# --- plan-apply ---
apply('a') { f() }
# Error: 1:18-1:19 SYNTAX_ERROR Syntax error at '}'
# Label: 1:18-1:19 expected ':'
# Label: 1:12-1:13 in this 'apply' resource, opened here
# Hint: plans are not supported

# --- plan-as-name ---
class plan { }
# Tree: (class {:name "plan"})
# Warning: 1:1-1:15 FUTURE_RESERVED_WORD Use of future reserved word: 'plan'
