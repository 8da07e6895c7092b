# The Puppet 3 language: constructs that Puppet 4 removed, and code that resembles them.

# --- old-import language3 ---
import 'nodes/*.pp', "b"
node default { import 'c' }
if true { notice 1 import '/d/e.pp' }

# Tree: (block (import "nodes/*.pp") (import "b") (import "c") (import "/d/e.pp") (node {:matches [(default)]}) (if {:test true :then [(invoke {:functor (qn "notice") :args [1]})]}))
# Import: 1:1-1:25 nodes/*.pp
# Import: 1:1-1:25 b
# Import: 2:16-2:26 c
# Import: 3:20-3:36 /d/e.pp
# Warning: 1:1-1:25 DEPRECATED The use of 'import' is deprecated. See http://links.puppetlabs.com/puppet-import-deprecation
# Hint: make the main manifest a directory, whose manifests are all read, and put classes into modules
# Warning: 2:16-2:26 DEPRECATED The use of 'import' is deprecated. See http://links.puppetlabs.com/puppet-import-deprecation
# Hint: make the main manifest a directory, whose manifests are all read, and put classes into modules
# Warning: 3:20-3:36 DEPRECATED The use of 'import' is deprecated. See http://links.puppetlabs.com/puppet-import-deprecation
# Hint: make the main manifest a directory, whose manifests are all read, and put classes into modules

# --- old-import-variable language3 ---
import "$a.pp", b, 1

# Warning: 1:1-1:21 DEPRECATED The use of 'import' is deprecated. See http://links.puppetlabs.com/puppet-import-deprecation
# Hint: make the main manifest a directory, whose manifests are all read, and put classes into modules
# Error: 1:8-1:15 ILLEGAL_IMPORT A Double Quoted String can not be imported
# Hint: 'import' takes paths and globs in quotes, without variables: import 'nodes/*.pp'
# Error: 1:17-1:18 ILLEGAL_IMPORT A Name can not be imported
# Hint: 'import' takes paths and globs in quotes, without variables: import 'nodes/*.pp'
# Error: 1:20-1:21 ILLEGAL_IMPORT A Literal Integer can not be imported
# Hint: 'import' takes paths and globs in quotes, without variables: import 'nodes/*.pp'

# --- old-import-word language3 ---
$import = import
f(import, { import => 1 })

# Tree: (block (= (var "import") (qn "import")) (invoke {:functor (qn "f") :args [(qn "import") (hash (=> (qn "import") 1))]}))

# --- old-hyphen-names language3 ---
class a-b::c-d inherits e-f { }
define g-h($i-j = 1, $K) { }
a-b { 'x': y => My-type['z'] }
include a-b, _c-d
My-type { a => 1 }

# Tree: (block (class {:name "a-b::c-d" :parent "e-f"}) (define {:name "g-h" :params {:i-j {:value 1} :K {}}}) (resource {:type (qn "a-b") :bodies [{:title "x" :ops [(=> "y" (access (qr "My-type") "z"))]}]}) (invoke {:functor (qn "include") :args [(qn "a-b") "_c-d"]}) (resource-defaults {:type (qr "My-type") :ops [(=> "a" 1)]}))
# Warning: 1:1-1:32 DEPRECATED The name 'a-b::c-d' is deprecated as the name of a Host Class Definition
# Hint: a name consists of lowercase letters, digits and '_', starts with a letter, and can have parts joined by '::'
# Warning: 2:1-2:29 DEPRECATED The name 'g-h' is deprecated as the name of a 'define' expression
# Hint: a name consists of lowercase letters, digits and '_', starts with a letter, and can have parts joined by '::'
# Warning: 2:12-2:16 DEPRECATED Using `-` in variable names is deprecated. See http://links.puppetlabs.com/puppet-hyphenated-variable-deprecation
# Hint: if the '-' is not part of the name, write "${name}-text" or $name - $other
# Warning: 2:22-2:24 DEPRECATED The variable name 'K' is deprecated
# Hint: variable names start with a lowercase letter

# --- old-hyphen-variable language3 ---
$a-b = $a-b::c-d - $e -$f
$g = [$a-1, $a-b-c, $a--b, 7-2, $a->x]
$h = "$a-b $a-1 ${a-b} ${$a-b} $a- $a-$b $a::b-c"

# Tree: (block (= (var "a-b") (- (- (var "a-b::c-d") (var "e")) (var "f"))) (= (var "g") (array (- (var "a") 1) (var "a-b-c") (var "a--b") (- 7 2) (-> (var "a") (qn "x")))) (= (var "h") (concat (str (var "a-b")) " " (str (var "a")) "-1 " (str (var "a-b")) " " (str (var "a-b")) " " (str (var "a")) "- " (str (var "a")) "-" (str (var "b")) " " (str (var "a::b-c")))))
# Warning: 1:1-1:5 DEPRECATED Using `-` in variable names is deprecated. See http://links.puppetlabs.com/puppet-hyphenated-variable-deprecation
# Hint: if the '-' is not part of the name, write "${name}-text" or $name - $other
# Warning: 1:8-1:17 DEPRECATED Using `-` in variable names is deprecated. See http://links.puppetlabs.com/puppet-hyphenated-variable-deprecation
# Hint: if the '-' is not part of the name, write "${name}-text" or $name - $other
# Warning: 2:13-2:19 DEPRECATED Using `-` in variable names is deprecated. See http://links.puppetlabs.com/puppet-hyphenated-variable-deprecation
# Hint: if the '-' is not part of the name, write "${name}-text" or $name - $other
# Warning: 2:21-2:26 DEPRECATED Using `-` in variable names is deprecated. See http://links.puppetlabs.com/puppet-hyphenated-variable-deprecation
# Hint: if the '-' is not part of the name, write "${name}-text" or $name - $other
# Warning: 3:7-3:11 DEPRECATED Using `-` in variable names is deprecated. See http://links.puppetlabs.com/puppet-hyphenated-variable-deprecation
# Hint: if the '-' is not part of the name, write "${name}-text" or $name - $other
# Warning: 3:19-3:22 DEPRECATED Using `-` in variable names is deprecated. See http://links.puppetlabs.com/puppet-hyphenated-variable-deprecation
# Hint: if the '-' is not part of the name, write "${name}-text" or $name - $other
# Warning: 3:26-3:30 DEPRECATED Using `-` in variable names is deprecated. See http://links.puppetlabs.com/puppet-hyphenated-variable-deprecation
# Hint: if the '-' is not part of the name, write "${name}-text" or $name - $other
# Warning: 3:42-3:49 DEPRECATED Using `-` in variable names is deprecated. See http://links.puppetlabs.com/puppet-hyphenated-variable-deprecation
# Hint: if the '-' is not part of the name, write "${name}-text" or $name - $other

# --- old-digit-names language3 ---
class 7zip::2nd { }
define 3d { }
include 7zip, a::7
3d { 'x': require => Class[7zip] }
$a = [7, 0x1f, 1e3, 1.5, 10-5]

# Tree: (block (class {:name "7zip::2nd"}) (define {:name "3d"}) (invoke {:functor (qn "include") :args [(qn "7zip") (qn "a::7")]}) (resource {:type (qn "3d") :bodies [{:title "x" :ops [(=> "require" (access (qr "Class") (qn "7zip")))]}]}) (= (var "a") (array 7 (int {:radix 16 :value 31}) 1000.0 1.5 (- 10 5))))
# Warning: 1:1-1:20 DEPRECATED The name '7zip::2nd' is deprecated as the name of a Host Class Definition
# Hint: a name consists of lowercase letters, digits and '_', starts with a letter, and can have parts joined by '::'
# Warning: 2:1-2:14 DEPRECATED The name '3d' is deprecated as the name of a 'define' expression
# Hint: a name consists of lowercase letters, digits and '_', starts with a letter, and can have parts joined by '::'

# --- old-digit-after-dot language3 ---
$a = 1.5x

# Tree: (= (var "a") (call-method {:functor (. 1 (qn "5x")) :args []}))

# --- old-capital-variable language3 ---
class c($Foo) { $Bar = "$Foo $c::Foo ${Foo}" }

# Tree: (class {:name "c" :params {:Foo {}} :body [(= (var "Bar") (concat (str (var "Foo")) " " (str (var "c::Foo")) " " (str (var "Foo"))))]})
# Warning: 1:9-1:13 DEPRECATED The variable name 'Foo' is deprecated
# Hint: variable names start with a lowercase letter
# Warning: 1:17-1:21 DEPRECATED The variable name 'Bar' is deprecated
# Hint: variable names start with a lowercase letter
# Warning: 1:25-1:29 DEPRECATED The variable name 'Foo' is deprecated
# Hint: variable names start with a lowercase letter
# Warning: 1:30-1:37 DEPRECATED The variable name 'c::Foo' is deprecated
# Hint: variable names start with a lowercase letter
# Warning: 1:40-1:43 DEPRECATED The variable name 'Foo' is deprecated
# Hint: variable names start with a lowercase letter

# --- old-not language3 ---
$a = not true and not ($b or not not $c)
if not $x == 1 { notice 1 }
$d = [not, not [1], { not => not }, $h[not]]
not { not: not => not }

# Tree: (block (= (var "a") (and (! true) (! (paren (or (var "b") (! (! (var "c")))))))) (if {:test (== (! (var "x")) 1) :then [(invoke {:functor (qn "notice") :args [1]})]}) (= (var "d") (array (qn "not") (! (array 1)) (hash (=> (qn "not") (qn "not"))) (access (var "h") (qn "not")))) (resource {:type (qn "not") :bodies [{:title (qn "not") :ops [(=> "not" (qn "not"))]}]}))
# Warning: 1:6-1:9 DEPRECATED The operator 'not' is deprecated
# Hint: write '!'
# Warning: 1:19-1:22 DEPRECATED The operator 'not' is deprecated
# Hint: write '!'
# Warning: 1:30-1:33 DEPRECATED The operator 'not' is deprecated
# Hint: write '!'
# Warning: 1:34-1:37 DEPRECATED The operator 'not' is deprecated
# Hint: write '!'
# Warning: 2:4-2:7 DEPRECATED The operator 'not' is deprecated
# Hint: write '!'
# Warning: 3:12-3:15 DEPRECATED The operator 'not' is deprecated
# Hint: write '!'

# --- old-append language3 ---
class c { $a += [1] }

# Tree: (class {:name "c" :body [(+= (var "a") (array 1))]})
# Warning: 1:14-1:20 DEPRECATED The operator '+=' is deprecated
# Hint: set a new variable: $new = $old + …

# --- old-append-rejected language3 ---
$a::b += 1
$a -= 1

# Warning: 1:7-1:11 DEPRECATED The operator '+=' is deprecated
# Hint: set a new variable: $new = $old + …
# Error: 1:1-1:6 CROSS_SCOPE_ASSIGNMENT Illegal attempt to assign to 'a::b'. Cannot assign to variables in other namespaces
# Hint: assign the variable without a namespace, in the class that it belongs to
# Error: 2:4-2:8 APPENDS_DELETES_NO_LONGER_SUPPORTED The operator '-=' is no longer supported. See http://links.puppet.com/remove-plus-equals
# Hint: set a new variable: $new = $old - …

# --- old-node-inheritance language3 ---
node a-1.b-2.c, 'd' inherits base.x { }
node e inherits default { }

# Tree: (block (node {:matches ["a-1.b-2.c" "d"] :parent "base.x"}) (node {:matches ["e"] :parent (default)}))
# Warning: 1:6-1:15 DEPRECATED The name 'a-1.b-2.c' of a node without quotes is deprecated
# Hint: put it in quotes: 'a-1.b-2.c'
# Warning: 1:30-1:36 DEPRECATED Node inheritance is deprecated. See http://links.puppetlabs.com/puppet-node-inheritance-deprecation
# Hint: put what the nodes share into a class and include it in each
# Warning: 2:17-2:24 DEPRECATED Node inheritance is deprecated. See http://links.puppetlabs.com/puppet-node-inheritance-deprecation
# Hint: put what the nodes share into a class and include it in each

# --- old-statement-calls language3 ---
foo 'a', $b
foo::bar ['x']
f-g "y"
include a

# Tree: (block (invoke {:functor (qn "foo") :args ["a" (var "b")]}) (invoke {:functor (qn "foo::bar") :args [(array "x")]}) (invoke {:functor (qn "f-g") :args ["y"]}) (invoke {:functor (qn "include") :args [(qn "a")]}))
# Warning: 1:1-1:4 DEPRECATED A call of 'foo' without parentheses is deprecated
# Hint: put the arguments in parentheses: foo(…)
# Warning: 2:1-2:9 DEPRECATED A call of 'foo::bar' without parentheses is deprecated
# Hint: put the arguments in parentheses: foo::bar(…)
# Warning: 3:1-3:4 DEPRECATED A call of 'f-g' without parentheses is deprecated
# Hint: put the arguments in parentheses: f-g(…)

# --- old-parameters-rejected language3 ---
class c($a::b, $1) { }
function a-b() { }

# Error: 1:9-1:14 ILLEGAL_PARAM_NAME Illegal parameter name. The given name 'a::b' does not conform to the naming rule /^[a-z_]\w*$/
# Error: 1:16-1:18 ILLEGAL_NUMERIC_PARAMETER The numeric parameter name '$1' cannot be used (clashes with numeric match result variables)
# Error: 1:16-1:18 ILLEGAL_PARAM_NAME Illegal parameter name. The given name '1' does not conform to the naming rule /^[a-z_]\w*$/
# Error: 2:1-2:19 ILLEGAL_DEFINITION_NAME Unacceptable name. The name 'a-b' is unacceptable as the name of a Function Definition
# Hint: a name consists of lowercase letters, digits and '_', starts with a letter, and can have parts joined by '::'

# --- node-name-with-hyphen-and-dot ---
node www-1.testing.com { }

# Error: 1:11-1:12 SYNTAX_ERROR Syntax error at '.'
# Label: 1:11-1:12 expected ',', '{' or 'inherits'
# Label: 1:1-1:5 in this node block
# Hint: put the name of the node in quotes
# Hint: a manifest written for Puppet 3 is read with '--language 3'

# --- not-before-value ---
$x = not true
$y = 1

# Error: 1:10-1:14 IDEM_EXPRESSION_NOT_LAST This Boolean has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
# Hint: the operator is '!'
# Hint: a manifest written for Puppet 3 is read with '--language 3'

# --- digit-after-namespace ---
class a::7zip { }

# Error: 1:10-1:10 ILLEGAL_FULLY_QUALIFIED_NAME Illegal fully qualified name
# Label: 1:8-1:10 this text
# Hint: '::' must be followed by a letter
# Hint: a manifest written for Puppet 3 is read with '--language 3'
# Error: 1:10-1:14 ILLEGAL_NUMBER Illegal number '7zip'
# Hint: a name cannot start with a digit; put it in quotes if it is meant as text
# Hint: a manifest written for Puppet 3 is read with '--language 3'

# --- parameter-with-capital ---
class c($Foo) { }
# Error: 1:9-1:13 ILLEGAL_PARAM_NAME Illegal parameter name. The given name 'Foo' does not conform to the naming rule /^[a-z_]\w*$/
# Hint: a manifest written for Puppet 3 is read with '--language 3'

# --- old-octal language3 ---
file { '/a': mode => 0644 }
$x = [0, 07, 0.5, 0x1f, -010]
# Tree: (block (resource {:type (qn "file") :bodies [{:title "/a" :ops [(=> "mode" "0644")]}]}) (= (var "x") (array 0 "07" 0.5 (int {:radix 16 :value 31}) (- "010"))))
# Warning: 1:22-1:26 DEPRECATED A number that starts with 0 and is a string is deprecated
# Hint: put it in quotes: '0644'
# Warning: 2:10-2:12 DEPRECATED A number that starts with 0 and is a string is deprecated
# Hint: put it in quotes: '0644'
# Warning: 2:26-2:29 DEPRECATED A number that starts with 0 and is a string is deprecated
# Hint: put it in quotes: '0644'
