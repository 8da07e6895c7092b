# Code that the grammar accepts and the validator rejects.

# --- value-forgotten ---
$x == 1
notice($x)
# Error: 1:4-1:8 IDEM_EXPRESSION_NOT_LAST This '==' expression has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)

# --- value-forgotten-kinds ---
class a {
  'text'
  [1]
  $x
  f()
}
# Error: 2:3-2:9 IDEM_EXPRESSION_NOT_LAST This String has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)

# --- value-last ---
f()
1
# Tree: (block (invoke {:functor (qn "f") :args []}) 1)

# --- value-forgotten-in-if ---
if $a { 1 2 }
if $a { 1 } else { f() }
if $a { 1 }
f()
# Error: 1:1-1:14 IDEM_EXPRESSION_NOT_LAST This 'if' statement has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
# Error: 1:9-1:10 IDEM_EXPRESSION_NOT_LAST This Literal Integer has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)

# --- match-is-not-a-forgotten-value ---
$a =~ /b/
f()
# Tree: (block (=~ (var "a") (regexp "b")) (invoke {:functor (qn "f") :args []}))

# --- parentheses-forgotten ---
(1 + 2)
f()
# Error: 1:1-1:8 IDEM_EXPRESSION_NOT_LAST This Parenthesized Expression has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)

# --- assign-to-call ---
f() = 1
# Error: 1:1-1:4 ILLEGAL_ASSIGNMENT Illegal attempt to assign to 'a Function Call'. Not an assignable reference
# Hint: only a variable can be on the left of '='; compare with '=='

# --- assign-to-literal ---
1 = 2
# Error: 1:1-1:2 ILLEGAL_ASSIGNMENT Illegal attempt to assign to 'a Literal Integer'. Not an assignable reference
# Hint: only a variable can be on the left of '='; compare with '=='

# --- assign-to-access ---
$a[1] = 2
# Error: 1:1-1:6 ILLEGAL_INDEXED_ASSIGNMENT Illegal attempt to assign via [index/key]. Not an assignable reference
# Hint: values are immutable; create a new one with '+', for example $new = $old + { key => value }

# --- assign-to-other-scope ---
$a::b = 1
$::c = 1
# Error: 1:1-1:6 CROSS_SCOPE_ASSIGNMENT Illegal attempt to assign to 'a::b'. Cannot assign to variables in other namespaces
# Hint: assign the variable without a namespace, in the class that it belongs to
# Error: 2:1-2:5 CROSS_SCOPE_ASSIGNMENT Illegal attempt to assign to '::c'. Cannot assign to variables in other namespaces
# Hint: assign the variable without a namespace, in the class that it belongs to

# --- assign-to-match ---
$1 = 2
# Error: 1:1-1:3 ILLEGAL_NUMERIC_ASSIGNMENT Illegal attempt to assign to the numeric match result variable '$1'. Numeric variables are not assignable

# --- append ---
$a += 1
$b -= 1
# Error: 1:4-1:8 APPENDS_DELETES_NO_LONGER_SUPPORTED The operator '+=' is no longer supported. See http://links.puppet.com/remove-plus-equals
# Hint: set a new variable: $new = $old + …
# Hint: a manifest written for Puppet 3 is read with '--language 3'
# Error: 2:4-2:8 APPENDS_DELETES_NO_LONGER_SUPPORTED The operator '-=' is no longer supported. See http://links.puppet.com/remove-plus-equals
# Hint: set a new variable: $new = $old - …

# --- hyphen-in-variable ---
$a-b = 1
# Error: 1:3-1:5 ILLEGAL_ASSIGNMENT Illegal attempt to assign to 'a '-' expression'. Not an assignable reference
# Hint: the name of a variable cannot contain '-'; use '_'
# Hint: a manifest written for Puppet 3 is read with '--language 3'

# --- collector-in-array ---
$x = [File <| |>, 1]
# Error: 1:7-1:17 NOT_RVALUE Invalid use of expression. A Virtual Query does not produce a value

# --- definition-as-argument ---
f(class a { })
# Error: 1:3-1:14 NOT_TOP_LEVEL Classes, definitions, and nodes may only appear at toplevel or inside other classes
# Hint: move it out of the block it is in, to the top of the file or directly into a class

# --- not-a-function-name ---
'f'(1)
# Error: 1:1-1:4 ILLEGAL_EXPRESSION Illegal expression. A String is unacceptable as function name in a Function Call

# --- several-rules-broken ---
$a += 1
class B { 1 2 }
define c($name) { class d { } }
# Error: 1:4-1:8 APPENDS_DELETES_NO_LONGER_SUPPORTED The operator '+=' is no longer supported. See http://links.puppet.com/remove-plus-equals
# Hint: set a new variable: $new = $old + …
# Hint: a manifest written for Puppet 3 is read with '--language 3'
# Error: 2:1-2:16 ILLEGAL_DEFINITION_NAME Unacceptable name. The name 'B' is unacceptable as the name of a Host Class Definition
# Hint: a name consists of lowercase letters, digits and '_', starts with a letter, and can have parts joined by '::'
# Error: 2:13-2:14 IDEM_NOT_ALLOWED_LAST This Literal Integer has no effect. A Host Class Definition can not end with a value-producing expression without other effect
# Error: 2:11-2:12 IDEM_EXPRESSION_NOT_LAST This Literal Integer has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)
# Error: 3:10-3:15 RESERVED_PARAMETER The parameter $name redefines a built in parameter in the 'define' expression
# Hint: $name is already set; use another name
# Error: 3:19-3:30 NOT_TOP_LEVEL Classes, definitions, and nodes may only appear at toplevel or inside other classes
# Hint: move it out of the block it is in, to the top of the file or directly into a class
