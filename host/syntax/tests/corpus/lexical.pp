# Names, numbers, comments, regexes: boundaries of tokens.

# --- names-and-words ---
$x = [apache, apache::vhost, ::apache, under_score, with-hyphen, _leading, a::_b]
# Tree: (= (var "x") (array (qn "apache") (qn "apache::vhost") (qn "::apache") (qn "under_score") "with-hyphen" "_leading" "a::_b"))

# --- type-names ---
$x = [Integer, Apache::Vhost, ::Apache]
# Tree: (= (var "x") (array (qr "Integer") (qr "Apache::Vhost") (qr "::Apache")))

# --- name-then-type-name ---
notice(1, 2)
include foo::Bar
# Tree: (block (invoke {:functor (qn "notice") :args [1 2]}) (invoke {:functor (qn "include") :args [(qn "foo")]}) (qr "::Bar"))

# --- type-name-then-name ---
include Foo::bar
# Error: 1:13-1:14 ILLEGAL_CLASS_REFERENCE Illegal class reference
# Label: 1:9-1:14 this text
# Hint: every part of a type name starts with a capital letter: 'Apache::Vhost'

# --- double-colon-at-the-end ---
include foo::
# Error: 1:14-1:14 ILLEGAL_FULLY_QUALIFIED_NAME Illegal fully qualified name
# Label: 1:12-1:14 this text
# Hint: '::' must be followed by a letter

# --- double-colon-before-digit ---
include ::1
# Error: 1:11-1:11 ILLEGAL_FULLY_QUALIFIED_NAME Illegal fully qualified name
# Label: 1:9-1:11 this text
# Hint: '::' must be followed by a letter
# Hint: a manifest written for Puppet 3 is read with '--language 3'

# --- variables ---
$x = [$a, $a::b, $::a, $::a::b, $_a, $0, $12]
# Tree: (= (var "x") (array (var "a") (var "a::b") (var "::a") (var "::a::b") (var "_a") (var "0") (var "12")))

# --- variables-with-bad-names ---
$x = [$A, $1a, $01, $a::B, $_a::b]
# Error: 1:7-1:9 ILLEGAL_VAR_NAME Illegal variable name, The given name 'A' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/
# Hint: variable names start with a lowercase letter
# Hint: a manifest written for Puppet 3 is read with '--language 3'
# Error: 1:11-1:14 ILLEGAL_NUMERIC_VAR_NAME Illegal numeric variable name, The given name '1a' must be a decimal value if it starts with a digit 0-9
# Error: 1:16-1:19 ILLEGAL_NUMERIC_VAR_NAME Illegal numeric variable name, The given name '01' must be a decimal value if it starts with a digit 0-9
# Error: 1:21-1:26 ILLEGAL_VAR_NAME Illegal variable name, The given name 'a::B' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/
# Hint: variable names start with a lowercase letter
# Hint: a manifest written for Puppet 3 is read with '--language 3'
# Error: 1:28-1:34 ILLEGAL_VAR_NAME Illegal variable name, The given name '_a::b' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/
# Hint: variable names start with a lowercase letter
# Hint: a manifest written for Puppet 3 is read with '--language 3'

# --- lone-dollar ---
$x = $
# Error: 1:6-1:7 ILLEGAL_VAR_NAME Illegal variable name, The given name '' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/
# Hint: for a literal '$', write '\$' or use single quotes

# --- integers ---
$x = [0, 7, 9223372036854775807, 0x1F, 0XaB, 017]
# Tree: (= (var "x") (array 0 7 9223372036854775807 (int {:radix 16 :value 31}) (int {:radix 16 :value 171}) (int {:radix 8 :value 15})))

# --- floats ---
$x = [1.5, 0.5, 1e3, 1.5e-3, 1E2, 1e20, 1e-5, 100000000000000.0]
# Tree: (= (var "x") (array 1.5 0.5 1000.0 0.0015 100.0 1.0e+20 1.0e-05 100000000000000.0))

# --- number-then-dot ---
$x = 1.abs
# Tree: (= (var "x") (call-method {:functor (. 1 (qn "abs")) :args []}))

# --- integer-too-large ---
$x = [9223372036854775808, 0x8000000000000000, 0777777777777777777777777]
# Error: 1:7-1:26 NUMERIC_OVERFLOW A Literal Integer resulted in a value outside of Puppet Integer max range, got '+0x8000000000000000'
# Hint: integers go up to 9223372036854775807; quote it if it is meant as text
# Error: 1:28-1:46 NUMERIC_OVERFLOW A Literal Integer resulted in a value outside of Puppet Integer max range, got '+0x8000000000000000'
# Hint: integers go up to 9223372036854775807; quote it if it is meant as text
# Error: 1:48-1:73 NUMERIC_OVERFLOW A Literal Integer resulted in a value outside of Puppet Integer max range, got '+0xffffffffffffffffff'
# Hint: integers go up to 9223372036854775807; quote it if it is meant as text

# --- float-too-large ---
$x = 1e400
# Error: 1:6-1:11 ILLEGAL_NUMBER Internal Error, NUMBER token does not contain a valid number, 1e400
# Hint: it is larger than the largest supported number

# --- octal-with-eight ---
$x = 08
# Error: 1:6-1:8 INVALID_OCTAL_NUMBER Not a valid octal number 08
# Hint: a number that starts with 0 is octal and can only contain digits from 0 to 7; write a file mode as a string: '0644'

# --- hex-without-digits ---
$x = 0xZZ
# Error: 1:6-1:10 INVALID_HEX_NUMBER Not a valid hex number 0xZZ
# Hint: '0x' must be followed by digits from 0 to 9 or letters from a to f

# --- number-with-letters ---
$x = 5apples
# Error: 1:6-1:13 ILLEGAL_NUMBER Illegal number '5apples'
# Hint: a name cannot start with a digit; put it in quotes if it is meant as text
# Hint: a manifest written for Puppet 3 is read with '--language 3'

# --- decimal-with-letters ---
$x = 1.5apples
# Error: 1:6-1:15 INVALID_DECIMAL_NUMBER Not a valid decimal number 1.5apples

# --- exponent-with-plus ---
$x = 1e+5
# Error: 1:6-1:8 INVALID_DECIMAL_NUMBER Not a valid decimal number 1e

# --- keywords-as-attribute-names ---
file { 'x': if => 1, class => 2, default => 3, node => 4, undef => 5, type => 6 }
# Tree: (resource {:type (qn "file") :bodies [{:title "x" :ops [(=> "if" 1) (=> "class" 2) (=> "default" 3) (=> "node" 4) (=> "undef" 5) (=> "type" 6)]}]})

# --- booleans-are-not-attribute-names ---
file { 'x': true => 1 }
# Error: 1:13-1:17 SYNTAX_ERROR Syntax error at 'true'
# Label: 1:13-1:17 expected ';', '}', a name or '*'
# Label: 1:6-1:7 in this 'file' resource, opened here
# Hint: 'true' is a keyword and cannot be used as a name here

# --- comments ---
$x = 1 # to the end of the line
/* over
   lines */ $y = 2
# Tree: (block (= (var "x") 1) (= (var "y") 2))

# --- comment-not-closed ---
$x = 1 /* never
# Error: 1:8-1:10 UNCLOSED_MLCOMMENT Unclosed multiline comment
# Hint: end the comment with '*/'

# --- regexes ---
$x = [/a/, /a\/b/, /[[:alpha:]]+/, /a|b/]
# Tree: (= (var "x") (array (regexp "a") (regexp "a/b") (regexp "[[:alpha:]]+") (regexp "a|b")))

# --- regex-or-division ---
$x = $a / 2 / 3
$y = [1, /2/]
$z = (1) /2
# Tree: (block (= (var "x") (/ (/ (var "a") 2) 3)) (= (var "y") (array 1 (regexp "2"))) (= (var "z") (/ (paren 1) 2)))

# --- regex-after-keyword ---
if $x =~ /a/ { } elsif /b/ =~ $y { }
# Tree: (if {:test (=~ (var "x") (regexp "a")) :else [(if {:test (=~ (regexp "b") (var "y"))})]})

# --- regex-empty ---
$x = 'a' =~ //
# Tree: (= (var "x") (=~ "a" (regexp "")))

# --- slash-without-end ---
$x = 'a' =~ /abc
# Error: 1:13-1:14 SYNTAX_ERROR Syntax error at '/'
# Label: 1:13-1:14 expected an expression

# --- regex-broken ---
$x = 'a' =~ /(abc/
# Error: 1:13-1:19 ILLEGAL_REGEX end pattern with unmatched parenthesis: /(abc/
# Hint: put a backslash before a character that is meant literally, for example '\(' or '\['

# --- regex-flags-are-a-word ---
$x = /a/i
# Tree: (block (= (var "x") (regexp "a")) (qn "i"))

# --- list-or-access ---
$x = $y[1]
$z = [$y [1]]
# Error: 2:10-2:11 SYNTAX_ERROR Syntax error at '['
# Label: 2:10-2:11 expected ',' or ']'
# Label: 2:6-2:7 in this array, opened here
# Hint: is there a ',' or a ']' missing before it?

# --- paren-first-on-line ---
$x = foo
(1)
# Tree: (block (= (var "x") (qn "foo")) (paren 1))

# --- paren-after-blank ---
$x = foo (1)
# Tree: (= (var "x") (call {:functor (qn "foo") :args [1]}))

# --- unknown-character ---
$x = 1 § 2
# Error: 1:8-1:9 SYNTAX_ERROR Syntax error at '§'
# Label: 1:8-1:9 expected a statement

# --- backslash ---
$x = \1
# Error: 1:6-1:7 SYNTAX_ERROR Syntax error at '\'
# Label: 1:6-1:7 expected an expression

# --- tilde ---
$x = ~ 1
# Error: 1:6-1:7 SYNTAX_ERROR Syntax error at '~'
# Label: 1:6-1:7 expected an expression

# --- byte-order-mark ---
﻿$x = 1
# Error: 1:1-1:2 ILLEGAL_BOM Illegal UTF-8 Byte Order mark at beginning of input: [EF BB BF] - remove these from the puppet source
# Hint: save the file as 'UTF-8 without BOM'; the three bytes are invisible in most editors

# --- blanks-of-all-kinds ---
$x = 1	+ 　2
# Tree: (= (var "x") (+ 1 2))

# --- carriage-returns ---
$x = 1
$y = 2
# Tree: (block (= (var "x") 1) (= (var "y") 2))

# --- crlf ---
$x = 1
$y = "a\
b"
# Tree: (block (= (var "x") 1) (= (var "y") "ab"))
