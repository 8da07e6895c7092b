# Strings and their interpolations.

# --- single-quoted ---
$x = ['a', 'it\'s', 'back\\slash', 'not \n $x ${y}', '']
# Tree: (= (var "x") (array "a" "it's" "back\\slash" "not \\n $x ${y}" ""))

# --- double-quoted-escapes ---
$x = "\t\n\r\s\$\"\'\\"
# Tree: (= (var "x") "\t\n\r $\"'\\")

# --- double-quoted-plain ---
$x = ["", "a", "$", "a$", "$ b", "100%"]
# Tree: (= (var "x") (array "" "a" "$" "a$" "$ b" "100%"))

# --- line-break-escaped ---
$x = "a\
b"
# Tree: (= (var "x") "ab")

# --- unicode-escapes ---
$x = ["\u00e9", "\u{1F600}", "\u{41}b"]
# Tree: (= (var "x") (array "é" "😀" "Ab"))

# --- unicode-escape-incomplete ---
$x = "\u12"
# Tree: (= (var "x") "\\u12")
# Warning: 1:7-1:9 ILLEGAL_UNICODE_ESCAPE Unicode escape '\u' was not followed by 4 hex digits or 1-6 hex digits in {} or was > 10ffff

# --- unicode-escape-too-large ---
$x = "\u{110000}"
# Error: 1:18-1:18 ILLEGAL_UNICODE_ESCAPE Unicode escape '\u' was not followed by 4 hex digits or 1-6 hex digits in {} or was > 10ffff
# Label: 1:7-1:18 in this text

# --- unicode-escape-surrogate ---
$x = "a\ud800"
# Error: 1:15-1:15 ILLEGAL_UNICODE_ESCAPE Unicode escape '\u' was not followed by 4 hex digits or 1-6 hex digits in {} or was > 10ffff
# Label: 1:7-1:15 in this text

# --- unknown-escape ---
$x = "a\qb"
# Tree: (= (var "x") "a\\qb")
# Warning: 1:8-1:10 UNRECOGNIZED_ESCAPE Unrecognized escape sequence '\q'
# Hint: to write a backslash, double it

# --- interpolated-variables ---
$x = "$a $a::b $::c ${d} ${ e } ${f::g} $1 ${2}"
# Tree: (= (var "x") (concat (str (var "a")) " " (str (var "a::b")) " " (str (var "::c")) " " (str (var "d")) " " (str (var "e")) " " (str (var "f::g")) " " (str (var "1")) " " (str (var "2"))))

# --- interpolated-access ---
$x = "${a[1]} ${a['b']['c']} ${a.b} ${a.b(1).c} ${1[2]}"
# Tree: (= (var "x") (concat (str (access (var "a") 1)) " " (str (access (access (var "a") "b") "c")) " " (str (call-method {:functor (. (var "a") (qn "b")) :args []})) " " (str (call-method {:functor (. (call-method {:functor (. (var "a") (qn "b")) :args [1]}) (qn "c")) :args []})) " " (str (access (var "1") 2))))

# --- interpolated-keywords ---
$x = "${if} ${class.x} ${in[0]}"
# Tree: (= (var "x") (concat (str (var "if")) " " (str (call-method {:functor (. (var "class") (qn "x")) :args []})) " " (str (access (var "in") 0))))

# --- interpolated-expressions ---
$x = "${$a + 1} ${a + 1} ${f(1)} ${[1, 2]} ${if $x { 1 }}"
# Tree: (= (var "x") (concat (str (+ (var "a") 1)) " " (str (+ (qn "a") 1)) " " (str (call {:functor (qn "f") :args [1]})) " " (str (array 1 2)) " " (str (if {:test (var "x") :then [1]}))))

# --- interpolated-name-with-blank-before-bracket ---
$x = "${a [1]}"
# Error: 1:11-1:12 SYNTAX_ERROR Syntax error at '['
# Label: 1:11-1:12 expected the end of the interpolation, '}'
# Label: 1:6-1:7 in this string, opened here

# --- interpolated-number-is-not-a-variable ---
$x = "${0x1f}"
# Error: 1:9-1:13 ILLEGAL_NUMERIC_VAR_NAME Illegal numeric variable name, The given name '0x1f' must be a decimal value if it starts with a digit 0-9

# --- interpolated-hash ---
$x = "${{ 'a' => 1 }['a']}"
# Tree: (= (var "x") (concat (str (access (hash (=> "a" 1)) "a"))))

# --- nested-strings ---
$x = "a ${"b ${"c ${d}"} e"} f"
# Tree: (= (var "x") (concat "a " (str (concat "b " (str (concat "c " (str (var "d")))) " e")) " f"))

# --- nested-braces ---
$x = "a ${$x.map |$y| { { $y => 1 } }} b"
# Tree: (= (var "x") (concat "a " (str (call-method {:functor (. (var "x") (qn "map")) :args [] :block (lambda {:params {:y {}} :body [(hash (=> (var "y") 1))]})})) " b"))

# --- adjacent-interpolations ---
$x = "${a}${b}$c$d"
# Tree: (= (var "x") (concat (str (var "a")) (str (var "b")) (str (var "c")) (str (var "d"))))

# --- empty-interpolation ---
$x = "a ${} b"
# Error: 1:12-1:15 SYNTAX_ERROR Syntax error at ' b'
# Label: 1:12-1:15 expected an expression
# Label: 1:6-1:9 in this string, opened here

# --- two-expressions-in-interpolation ---
$x = "a ${b c} d"
# Error: 1:13-1:14 SYNTAX_ERROR Syntax error at 'c'
# Label: 1:13-1:14 expected the end of the interpolation, '}'
# Label: 1:6-1:9 in this string, opened here

# --- quote-at-the-start ---
$x = ['''', "a"]
# Error: 1:11-1:11 UNCLOSED_QUOTE Unclosed quote after "'" followed by ', "a"...'
# Label: 1:10-1:11 opened here, but not closed
# Hint: close the string with the quote it starts with; to write that quote inside, put a backslash before it

# --- single-quote-not-closed ---
$x = 'never
$y = 1
# Error: 1:7-1:7 UNCLOSED_QUOTE Unclosed quote after "'" followed by 'never...'
# Label: 1:6-1:7 opened here, but not closed
# Hint: close the string with the quote it starts with; to write that quote inside, put a backslash before it

# --- double-quote-not-closed ---
$x = "never
$y = 1
# Error: 2:3-2:3 UNCLOSED_QUOTE Unclosed quote after 'y' followed by ' = 1\n...'
# Label: 2:3-2:4 opened here, but not closed
# Hint: close the string with the quote it starts with; to write that quote inside, put a backslash before it

# --- interpolation-not-closed ---
notice("hello ${name")
notice("x")
# Error: 2:11-2:11 UNCLOSED_QUOTE Unclosed quote after '"' followed by ')\n...'
# Label: 2:10-2:11 opened here, but not closed
# Label: 1:21-2:9 expected the end of the interpolation, '}' here
# Label: 1:8-1:15 the string that contains this code
# Hint: close the '${' in the string with a '}'
# Hint: close the string with the quote it starts with; to write that quote inside, put a backslash before it

# --- interpolation-not-closed-at-the-end ---
$x = "a ${b
# Error: 2:1-2:1 UNCLOSED_QUOTE Unclosed quote after '' followed by '<eof>'
# Label: 1:9-1:10 opened here, but not closed
# Label: 1:6-1:9 the string that contains this code
# Hint: close the '${' in the string with a '}'
# Hint: close the string with the quote it starts with; to write that quote inside, put a backslash before it

# --- string-over-lines ---
$x = "a
  b ${c}
  d"
# Tree: (= (var "x") (concat "a\n  b " (str (var "c")) "\n  d"))

# --- regex-in-interpolation ---
$x = "${'a' =~ /}/}"
# Tree: (= (var "x") (concat (str (=~ "a" (regexp "}")))))

# --- division-after-nested-string ---
$x = "${"${a}" + 1}"
# Tree: (= (var "x") (concat (str (+ (concat (str (var "a"))) 1))))
