# Templates. The text of a case ends with the line break before its first expectation.

# --- template-text epp ---
just text
# Tree: (lambda {:body [(epp (render-s "just text\n"))]})

# --- template-expression epp ---
a <%= $b %> c <%= $d -%>
e
# Tree: (lambda {:body [(epp (render-s "a ") (render (var "b")) (render-s " c ") (render (var "d")) (render-s "e\n"))]})

# --- template-code epp ---
<% if $a { %>
b
<% } %>
# Tree: (lambda {:body [(epp (if {:test (var "a") :then [(render-s "\nb\n")]}) (render-s "\n"))]})

# --- template-trimmed epp ---
  <%- if $a { -%>
b
  <%- } -%>
c
# Tree: (lambda {:body [(epp (if {:test (var "a") :then [(render-s "b\n")]}) (render-s "c\n"))]})

# --- template-parameters epp ---
<%- | String $a, $b = 1, | -%>
<%= $a %>
# Tree: (lambda {:params {:a {:type (qr "String")} :b {:value 1}} :body [(epp (render (var "a")) (render-s "\n"))]})

# --- template-no-parameters epp ---
<%- || -%>
a
# Tree: (lambda {:body [(epp (render-s "a\n"))]})

# --- template-parameters-after-text epp ---
text <%- | $a | -%>
# Error: 1:10-1:11 SYNTAX_ERROR Syntax error at '|'
# Label: 1:10-1:11 expected a statement

# --- template-parameter-faults epp ---
<%- | $a, $a, *$b | -%>
# Error: 1:16-1:18 CAPTURES_REST_NOT_SUPPORTED Parameter $b has 'captures rest' - not supported in an Epp Template
# Error: 1:11-1:13 DUPLICATE_PARAMETER The parameter 'a' is declared more than once in the parameter list
# Label: 1:7-1:9 first declared here

# --- template-comment epp ---
a <%# nothing %> b
  <%#- trimmed -%>
c
# Tree: (lambda {:body [(epp (render-s "a  b\nc\n"))]})

# --- template-literal-tags epp ---
<%% $a %%> <%= 1 %>
# Tree: (lambda {:body [(epp (render-s "<% $a %> ") (render 1) (render-s "\n"))]})

# --- template-block-expression epp ---
<%= { $a = 1 $a + 1 } %>
<%= { a => 1 } %>
<%= { f() } %>
# Tree: (lambda {:body [(epp (render (block (= (var "a") 1) (+ (var "a") 1))) (render-s "\n") (render (hash (=> (qn "a") 1))) (render-s "\n") (render (invoke {:functor (qn "f") :args []})) (render-s "\n"))]})

# --- template-empty-expression epp ---
<%= %>
# Error: 1:5-1:7 SYNTAX_ERROR Syntax error at '%>'
# Label: 1:5-1:7 expected an expression

# --- template-two-expressions epp ---
<%= $a $b %>
# Error: 1:8-1:10 SYNTAX_ERROR Syntax error at 'b'
# Label: 1:8-1:10 expected '%>'

# --- template-not-closed epp ---
a <% if $b {
# Error: 2:1-2:1 EPP_UNBALANCED_TAG Unbalanced epp tag, reached <eof> without closing tag.
# Label: 1:3-1:5 opened here
# Hint: close the tag with '%>'; write '<%%' for the characters '<%' themselves

# --- template-expression-not-closed epp ---
a <%= $b
# Error: 2:1-2:1 EPP_UNBALANCED_TAG Unbalanced epp tag, reached <eof> without closing tag.
# Label: 1:3-1:5 opened here
# Hint: close the tag with '%>'; write '<%%' for the characters '<%' themselves

# --- template-comment-not-closed epp ---
a <%# b
# Error: 1:5-1:5 EPP_UNBALANCED_COMMENT Reaching end after opening <%# without seeing %>
# Label: 1:3-1:5 opened here
# Hint: close the tag with '%>'; write '<%%' for the characters '<%' themselves

# --- template-block-not-closed epp ---
<% if $a { %>
b
# Error: 3:1-3:1 SYNTAX_ERROR Syntax error at end of input
# Label: 3:1-3:1 expected a statement or '}'
# Label: 1:10-1:11 the '{' of this 'if' is probably not closed
# Hint: add the missing '}' of this 'if'

# --- template-call-of-text epp ---
text <% ($a) %>
# Error: 1:1-1:13 ILLEGAL_EPP_PARAMETERS Ambiguous EPP parameter expression. Probably missing '<%-' before parameters to remove leading whitespace

# --- template-percent epp ---
<%= 7 % 4 %> 100% <%= "%" %>
# Tree: (lambda {:body [(epp (render (% 7 4)) (render-s " 100% ") (render "%") (render-s "\n"))]})

# --- template-string-with-tag epp ---
<%= "%>" %>
# Tree: (lambda {:body [(epp (render "%>") (render-s "\n"))]})

# --- template-line-comment-swallows-tag epp ---
<% $a = 1 # comment %>
b
# Error: 3:1-3:1 EPP_UNBALANCED_TAG Unbalanced epp tag, reached <eof> without closing tag.
# Label: 1:1-1:3 opened here
# Hint: close the tag with '%>'; write '<%%' for the characters '<%' themselves

# --- template-tags-in-manifest ---
$x = 7 %>
# Error: 1:9-1:10 SYNTAX_ERROR Syntax error at '>'
# Label: 1:9-1:10 expected an expression
