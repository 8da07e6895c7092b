# Blocks, conditions, statements and their separators.

# --- nothing ---
# Tree: (nop)

# --- comment-alone ---
# nothing here
# Tree: (nop)

# --- semicolons ---
$x = 1; $y = 2; notice($x)
# Tree: (block (= (var "x") 1) (= (var "y") 2) (invoke {:functor (qn "notice") :args [(var "x")]}))

# --- semicolon-at-the-end ---
$x = 1;
# Error: 2:1-2:1 SYNTAX_ERROR Syntax error at end of input
# Label: 2:1-2:1 expected a statement

# --- semicolons-in-a-row ---
$x = 1;; $y = 2
# Error: 1:8-1:9 SYNTAX_ERROR Syntax error at ';'
# Label: 1:8-1:9 expected a statement

# --- if ---
if $a { f() }
if $a { f() } else { g() }
if $a { } elsif $b { } else { }
# Tree: (block (if {:test (var "a") :then [(invoke {:functor (qn "f") :args []})]}) (if {:test (var "a") :then [(invoke {:functor (qn "f") :args []})] :else [(invoke {:functor (qn "g") :args []})]}) (if {:test (var "a") :else [(if {:test (var "b")})]}))

# --- if-without-braces ---
if $a notice(1)
# Error: 1:7-1:13 SYNTAX_ERROR Syntax error at 'notice'
# Label: 1:7-1:13 expected '{'
# Label: 1:1-1:3 in this 'if'

# --- if-with-assignment ---
if $a = 1 { }
# Error: 1:7-1:8 SYNTAX_ERROR Syntax error at '='
# Label: 1:7-1:8 expected '{'
# Label: 1:1-1:3 in this 'if'
# Hint: compare with '=='; '=' assigns

# --- else-if ---
if $a { } else if $b { }
# Error: 1:16-1:18 SYNTAX_ERROR Syntax error at 'if'
# Label: 1:16-1:18 expected '{'
# Label: 1:11-1:15 in this 'else'
# Hint: 'else if' is written 'elsif'

# --- else-alone ---
else { }
# Error: 1:1-1:5 SYNTAX_ERROR Syntax error at 'else'
# Label: 1:1-1:5 expected a statement
# Hint: 'else' must directly follow the '}' of an 'if'

# --- unless ---
unless $a { f() } else { g() }
# Tree: (unless {:test (var "a") :then [(invoke {:functor (qn "f") :args []})] :else [(invoke {:functor (qn "g") :args []})]})

# --- unless-elsif ---
unless $a { } elsif $b { }
# Error: 1:15-1:20 SYNTAX_ERROR Syntax error at 'elsif'
# Label: 1:15-1:20 expected a statement or 'else'
# Hint: 'elsif' belongs to 'if'; 'unless' has only 'else'

# --- case ---
case $a {
  'b', /c/, Integer: { f() }
  default: { }
}
# Tree: (case (var "a") [{:when ["b" (regexp "c") (qr "Integer")] :then [(invoke {:functor (qn "f") :args []})]} {:when [(default)] :then [(nop)]}])

# --- case-empty ---
case $a { }
# Error: 1:11-1:12 SYNTAX_ERROR Syntax error at '}'
# Label: 1:11-1:12 expected an expression
# Label: 1:9-1:10 in this 'case', opened here

# --- case-without-colon ---
case $a {
  'b' { f() }
}
# Error: 2:7-2:8 SYNTAX_ERROR Syntax error at '{'
# Label: 2:7-2:8 expected ':' or ','
# Label: 1:9-1:10 in this 'case', opened here
# Hint: put a ':' after the values of a case option

# --- case-with-two-defaults ---
case $a { default: { f() } default: { g() } }
# Error: 1:28-1:35 DUPLICATE_DEFAULT This 'case' statement already has a 'default' entry - this is a duplicate

# --- selector-with-two-defaults ---
$x = $a ? { default => 1, default => 2 }
# Error: 1:27-1:34 DUPLICATE_DEFAULT This Selector Expression already has a 'default' entry - this is a duplicate

# --- braces-missing-in-class ---
class a {
  if $b {
    notice(1)

  file { '/c': }
}
# Error: 7:1-7:1 SYNTAX_ERROR Syntax error at end of input
# Label: 7:1-7:1 expected a statement, '}', 'elsif' or 'else'
# Label: 2:9-2:10 the '{' of this 'if' is probably not closed
# Hint: add the missing '}' of this 'if'

# --- brace-missing-before-statement ---
file { '/a':
  ensure => file,

file { '/b':
  ensure => file,
}
# Error: 4:6-4:7 SYNTAX_ERROR Syntax error at '{'
# Label: 4:6-4:7 expected '=>' or '+>'
# Label: 1:6-1:7 the '{' of this 'file' resource is probably not closed
# Hint: add the missing '}' of this 'file' resource

# --- brace-missing-at-outer-indentation ---
class a {
  file { '/b':
    ensure => file,
}
class c {
}
# Error: 7:1-7:1 SYNTAX_ERROR Syntax error at end of input
# Label: 7:1-7:1 expected a statement or '}'
# Label: 2:8-2:9 the '{' of this 'file' resource is probably not closed
# Hint: add the missing '}' of this 'file' resource

# --- brace-too-many ---
if $a {
  f()
}}
g()
# Error: 3:2-3:3 SYNTAX_ERROR Syntax error at '}'
# Label: 3:2-3:3 expected a statement, 'elsif' or 'else'
# Hint: no open '{' matches this '}'

# --- several-errors ---
$a = = 1
$b = 2
if $c { $d = [1 2] }
class e { $f = }
$g = )
# Error: 1:6-1:7 SYNTAX_ERROR Syntax error at '='
# Label: 1:6-1:7 expected an expression
# Error: 3:17-3:18 SYNTAX_ERROR Syntax error at '2'
# Label: 3:17-3:18 expected ',' or ']'
# Label: 3:14-3:15 in this array, opened here
# Hint: is there a ',' or a ']' missing before it?
# Error: 4:16-4:17 SYNTAX_ERROR Syntax error at '}'
# Label: 4:16-4:17 expected an expression
# Label: 4:9-4:10 in class 'e', opened here
# Error: 5:6-5:7 SYNTAX_ERROR Syntax error at ')'
# Label: 5:6-5:7 expected an expression

# --- error-in-class-keeps-the-rest ---
class a {
  $b = = 1
  file { '/c': }
}
class d { $e = }
# Error: 2:8-2:9 SYNTAX_ERROR Syntax error at '='
# Label: 2:8-2:9 expected an expression
# Label: 1:9-1:10 in class 'a', opened here
# Error: 5:16-5:17 SYNTAX_ERROR Syntax error at '}'
# Label: 5:16-5:17 expected an expression
# Label: 5:9-5:10 in class 'd', opened here
