# Heredocs: tags, margins, escapes, interpolation, several on a line.

# --- heredoc-plain ---
$x = @(END)
  kept as ${it} is \n
  END
# Tree: (= (var "x") (heredoc {:text "  kept as ${it} is \\n\n"}))

# --- heredoc-margin ---
$x = @(END)
    two more
  none
 less than the margin
  | END
# Tree: (= (var "x") (heredoc {:text "  two more\nnone\n less than the margin\n"}))

# --- heredoc-without-last-break ---
$x = @(END)
  text
  |- END
# Tree: (= (var "x") (heredoc {:text "text"}))

# --- heredoc-without-last-break-or-margin ---
$x = @(END)
  text
  - END
# Tree: (= (var "x") (heredoc {:text "  text"}))

# --- heredoc-interpolated ---
$x = @("END")
  a $b ${c} ${d['e']} \t
  | END
# Tree: (= (var "x") (heredoc {:text (concat "a " (str (var "b")) " " (str (var "c")) " " (str (access (var "d") "e")) " \\t\n")}))

# --- heredoc-all-escapes ---
$x = @("END"/)
  \t|\n|\$b|\\|\s|\u0041|\q|\
  joined
  | END
# Tree: (= (var "x") (heredoc {:text "\t|\n|$b|\\| |A|\\q|joined\n"}))

# --- heredoc-some-escapes ---
$x = @(END/tn)
  \t|\n|\\|\$|\s
  | END
# Tree: (= (var "x") (heredoc {:text "\t|\n|\\|\\$|\\s\n"}))

# --- heredoc-dollar-escape ---
$x = @("END"/$)
  \$a $a \t
  | END
# Tree: (= (var "x") (heredoc {:text (concat "$a " (str (var "a")) " \\t\n")}))

# --- heredoc-joined-lines ---
$x = @(END/L)
  one \
  two
  | END
# Tree: (= (var "x") (heredoc {:text "one two\n"}))

# --- heredoc-syntax ---
$x = @(END:json)
  { "a": [1, 2.5, true, null, "\u0041"] }
  | END
# Tree: (= (var "x") (heredoc {:syntax "json" :text "{ \"a\": [1, 2.5, true, null, \"\\u0041\"] }\n"}))

# --- heredoc-syntax-wrong ---
$x = @(END:json)
  { "a": }
  | END
# Error: 2:1-3:1 ILLEGAL_JSON Invalid produced text having syntax: 'json'. JSON syntax checker: Cannot parse invalid JSON string. "unexpected token at '}\n'"

# --- heredoc-syntax-of-code ---
$x = @(END:pp)
  $a = = 1
  | END
# Error: 2:1-3:1 ILLEGAL_PP Invalid produced text having syntax: 'pp'. PP syntax checker: "Syntax error at '=' (line: 1, column: 6)"

# --- heredoc-syntax-of-templates ---
$x = @(END:epp)
  <%= $a %> <%=
  | END
# Error: 2:1-3:1 ILLEGAL_EPP Invalid produced text having syntax: 'epp'. EPP syntax checker: "Unbalanced epp tag, reached <eof> without closing tag. (line: 2, column: 1)"

# --- heredoc-syntax-base64 ---
$x = @(END:base64)
  aGVsbG8=
  | END
# Tree: (= (var "x") (heredoc {:syntax "base64" :text "aGVsbG8=\n"}))

# --- heredoc-syntax-base64-wrong ---
$x = @(END:base64)
  aGVsb*8=
  | END
# Error: 2:1-3:1 ILLEGAL_BASE64 Invalid produced text having syntax: 'base64'. Base64 syntax checker: Cannot parse invalid Base64 string - padding is not correct

# --- heredoc-syntax-unknown ---
$x = @(END:toml)
  whatever =
  | END
# Tree: (= (var "x") (heredoc {:syntax "toml" :text "whatever =\n"}))

# --- heredoc-tag-with-blanks ---
$x = @( THE END : json / tn )
{}
THE END
# Error: 1:30-1:30 HEREDOC_INVALID_SYNTAX Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])
# Label: 1:6-1:30 this text

# --- heredoc-two-on-a-line ---
$x = [@(ONE), @("TWO"), 3]
first
| ONE
second ${x}
| TWO
$y = 1
# Tree: (block (= (var "x") (array (heredoc {:text "first\n"}) (heredoc {:text (concat "second " (str (var "x")) "\n")}) 3)) (= (var "y") 1))

# --- heredoc-in-call ---
notice(@(END).upcase, 'b')
  text
  | END
notice('c')
# Tree: (block (invoke {:functor (qn "notice") :args [(call-method {:functor (. (heredoc {:text "text\n"}) (qn "upcase")) :args []}) "b"]}) (invoke {:functor (qn "notice") :args ["c"]}))

# --- heredoc-empty ---
$x = @(END)
END
# Tree: (= (var "x") (heredoc {:text ""}))

# --- heredoc-end-after-text ---
$x = @(END)
  a
  text END
# Tree: (= (var "x") (heredoc {:text "  a\n"}))

# --- heredoc-in-heredoc ---
$x = @("OUTER")
  a ${@("INNER")} c
  b ${d}
  | INNER
  e
  | OUTER
# Error: 2:5-2:18 HEREDOC_IN_HEREDOC A heredoc inside the text of another one is not supported
# Hint: put the inner text into a variable first

# --- heredoc-in-heredoc-over-lines ---
$x = @("OUTER")
  a ${f(@("INNER"))
    b ${c}
    | INNER
  } d
  | OUTER
# Tree: (= (var "x") (heredoc {:text (concat "a " (str (call {:functor (qn "f") :args [(heredoc {:text (concat "b " (str (var "c")) "\n")})]})) " d\n")}))

# --- heredoc-interpolation-over-lines ---
$x = @("END")
  a ${[
    1, 2].join(
  '-')} b
  | END
# Tree: (= (var "x") (heredoc {:text (concat "a " (str (call-method {:functor (. (array 1 2) (qn "join")) :args ["-"]})) " b\n")}))

# --- heredoc-interpolation-not-closed ---
$x = @("END")
  a ${b
  | END
# Tree: (= (var "x") (heredoc {:text (concat "a " (str (var "b")))}))

# --- heredoc-fault-inside ---
$x = @("END")
  a
    ${1 +} b
  | END
# Error: 3:11-4:1 SYNTAX_ERROR Syntax error at ' b\n'
# Label: 3:11-4:1 expected an expression
# Label: 2:1-3:5 in this string, opened here

# --- heredoc-without-end ---
$x = @(END)
  text
# Error: 2:1-2:1 HEREDOC_WITHOUT_END_TAGGED_LINE Heredoc without end-tagged line
# Label: 1:6-1:12 no later line contains only 'END'
# Hint: end the text with a line '| END' or 'END'

# --- heredoc-without-text ---
$x = @(END)
# Error: 2:1-2:1 HEREDOC_WITHOUT_END_TAGGED_LINE Heredoc without end-tagged line
# Label: 1:6-1:12 no later line contains only 'END'
# Hint: end the text with a line '| END' or 'END'

# --- heredoc-empty-tag ---
$x = @()
# Error: 1:9-1:9 HEREDOC_INVALID_SYNTAX Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])
# Label: 1:6-1:9 this text

# --- heredoc-blank-tag ---
$x = @( )
# Error: 1:10-1:10 HEREDOC_EMPTY_ENDTAG Heredoc with an empty endtag
# Label: 1:6-1:10 this text
# Hint: name the line that ends the text: @(END)

# --- heredoc-without-paren ---
$x = @(END
# Error: 1:6-1:8 HEREDOC_UNCLOSED_PARENTHESIS Unclosed parenthesis after '@(' followed by '@(END...'

# --- heredoc-bad-escape ---
$x = @(END/tq)
  text
  | END
# Error: 1:15-1:15 HEREDOC_INVALID_ESCAPE Invalid heredoc escape char. Only t, r, n, s,  u, L, $ allowed. Got 'q'
# Label: 1:6-1:15 this text
# Error: 3:3-3:4 SYNTAX_ERROR Syntax error at '|'
# Label: 3:3-3:4 expected a statement

# --- heredoc-repeated-escape ---
$x = @(END/tnt)
  text
  | END
# Error: 1:16-1:16 HEREDOC_MULTIPLE_AT_ESCAPES An escape char for @() may only appear once. Got 't, n, t'
# Label: 1:6-1:16 this text
# Error: 3:3-3:4 SYNTAX_ERROR Syntax error at '|'
# Label: 3:3-3:4 expected a statement

# --- heredoc-bad-syntax-name ---
$x = @(END:JSON)
  text
  | END
# Error: 1:17-1:17 HEREDOC_INVALID_SYNTAX Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])
# Label: 1:6-1:17 this text
# Error: 3:3-3:4 SYNTAX_ERROR Syntax error at '|'
# Label: 3:3-3:4 expected a statement

# --- heredoc-with-quotes-in-interpolation ---
$x = @("END")
  ${f("a ${y}")} "b" ${z["c"]}
  | END
# Tree: (= (var "x") (heredoc {:text (concat (str (call {:functor (qn "f") :args [(concat "a " (str (var "y")))]})) " \"b\" " (str (access (var "z") "c")) "\n")}))
