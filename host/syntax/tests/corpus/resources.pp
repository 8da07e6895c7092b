# Resources in all forms, and errors in them.

# --- resource ---
file { '/a': ensure => file, mode => '0644', }
# Tree: (resource {:type (qn "file") :bodies [{:title "/a" :ops [(=> "ensure" (qn "file")) (=> "mode" "0644")]}]})

# --- resource-without-attributes ---
file { '/a': }
# Tree: (resource {:type (qn "file") :bodies [{:title "/a" :ops []}]})

# --- resource-with-many-bodies ---
file { '/a': ensure => file; '/b': ensure => absent; }
# Tree: (resource {:type (qn "file") :bodies [{:title "/a" :ops [(=> "ensure" (qn "file"))]} {:title "/b" :ops [(=> "ensure" (qn "absent"))]}]})

# --- resource-with-many-titles ---
file { ['/a', '/b']: ensure => file }
# Tree: (resource {:type (qn "file") :bodies [{:title (array "/a" "/b") :ops [(=> "ensure" (qn "file"))]}]})

# --- resource-with-default-body ---
file { default: mode => '0644'; '/a': ; }
# Tree: (resource {:type (qn "file") :bodies [{:title (default) :ops [(=> "mode" "0644")]} {:title "/a" :ops []}]})

# --- resource-class ---
class { 'a': b => 1; 'c': }
# Tree: (resource {:type (qn "class") :bodies [{:title "a" :ops [(=> "b" 1)]} {:title "c" :ops []}]})

# --- resource-of-variable-type ---
$t { 'a': b => 1 }
Resource[$t] { 'a': b => 1 }
'file' { 'a': }
# Tree: (block (resource {:type (var "t") :bodies [{:title "a" :ops [(=> "b" 1)]}]}) (resource {:type (access (qr "Resource") (var "t")) :bodies [{:title "a" :ops [(=> "b" 1)]}]}) (resource {:type "file" :bodies [{:title "a" :ops []}]}))

# --- resource-virtual ---
@file { '/a': }
@@file { '/a': }
@class { 'a': }
# Error: 3:1-3:16 CLASS_NOT_VIRTUALIZABLE Classes are not virtualizable

# --- resource-virtual-defaults ---
@File { mode => '0644' }
@@File['/a'] { mode => '0644' }
# Error: 1:1-1:25 NOT_VIRTUALIZEABLE Resource Defaults are not virtualizable
# Error: 2:1-2:32 NOT_VIRTUALIZEABLE Resource Defaults are not virtualizable

# --- resource-virtual-of-nothing ---
@$x
@@f(1)
# Error: 1:1-1:2 ILLEGAL_VIRTUALIZATION Virtual (@) can only be applied to a Resource Expression
# Error: 2:1-2:3 ILLEGAL_VIRTUALIZATION Exported (@@) can only be applied to a Resource Expression

# --- resource-as-value ---
$x = file { '/a': }
$y = [notify { 'b': }]
# Tree: (block (= (var "x") (resource {:type (qn "file") :bodies [{:title "/a" :ops []}]})) (= (var "y") (array (resource {:type (qn "notify") :bodies [{:title "b" :ops []}]}))))

# --- resource-splat ---
file { '/a': * => $x, mode => '0644' }
# Tree: (resource {:type (qn "file") :bodies [{:title "/a" :ops [(splat-hash (var "x")) (=> "mode" "0644")]}]})

# --- resource-splat-twice ---
file { '/a': * => $x, * => $y }
# Error: 1:23-1:30 MULTIPLE_ATTRIBUTES_UNFOLD Unfolding of attributes from Hash can only be used once per resource body
# Hint: merge the hashes: * => $first + $second

# --- resource-append ---
file { '/a': require +> File['/b'] }
# Error: 1:14-1:21 ILLEGAL_ATTRIBUTE_APPEND Illegal +> operation on attribute require. This operator can not be used in a Resource Instance Definition
# Hint: '+>' adds to an attribute of a resource declared elsewhere; here write '=>'

# --- resource-leading-comma ---
file { '/a': , mode => 1 }
# Tree: (resource {:type (qn "file") :bodies [{:title "/a" :ops [(=> "mode" 1)]}]})

# --- resource-defaults ---
File { mode => '0644', }
A::B { }
# Tree: (block (resource-defaults {:type (qr "File") :ops [(=> "mode" "0644")]}) (resource-defaults {:type (qr "A::B") :ops []}))

# --- resource-defaults-append ---
File { require +> File['/b'] }
# Error: 1:8-1:15 ILLEGAL_ATTRIBUTE_APPEND Illegal +> operation on attribute require. This operator can not be used in a Resource Defaults Expression
# Hint: '+>' adds to an attribute of a resource declared elsewhere; here write '=>'

# --- resource-override ---
File['/a'] { mode => '0644', require +> File['/b'] }
Resource[a] { b => 1 }
# Tree: (block (resource-override {:resources (access (qr "File") "/a") :ops [(=> "mode" "0644") (+> "require" (access (qr "File") "/b"))]}) (resource-override {:resources (access (qr "Resource") (qn "a")) :ops [(=> "b" 1)]}))

# --- resource-without-title ---
file { ensure => file }
# Error: 1:1-1:5 RESOURCE_WITHOUT_TITLE This expression is invalid. Did you try declaring a 'file' resource without a title?
# Hint: a resource needs a title: file { 'title': … }

# --- resource-without-title-append ---
file { require +> File['/b'] }
# Error: 1:6-1:7 RESOURCE_WITHOUT_TITLE Syntax error resource body without title or hash with +>
# Hint: a resource needs a title: type { 'title': … }

# --- resource-without-title-in-class ---
class a { file { ensure => file } }
# Error: 1:11-1:15 RESOURCE_WITHOUT_TITLE This expression is invalid. Did you try declaring a 'file' resource without a title?
# Hint: a resource needs a title: file { 'title': … }

# --- resource-of-expression ---
$x { a => 1 }
# Error: 1:1-1:3 ILLEGAL_RESOURCE_EXPRESSION Expression is not valid as a resource, resource-default, or resource-override

# --- resource-without-colon ---
file { '/a' ensure => file }
# Error: 1:13-1:19 SYNTAX_ERROR Syntax error at 'ensure'
# Label: 1:13-1:19 expected ':'
# Label: 1:6-1:7 in this 'file' resource, opened here
# Hint: put a ':' after the title of a resource

# --- resource-quoted-attribute ---
file { '/a': 'mode' => '0644' }
# Error: 1:14-1:20 SYNTAX_ERROR Syntax error at 'mode'
# Label: 1:14-1:20 expected ';', '}', a name or '*'
# Label: 1:6-1:7 in this 'file' resource, opened here
# Hint: write the name of an attribute without quotes

# --- resource-capital-attribute ---
file { '/a': Mode => '0644' }
# Error: 1:14-1:18 SYNTAX_ERROR Syntax error at 'Mode'
# Label: 1:14-1:18 expected ';', '}', a name or '*'
# Label: 1:6-1:7 in this 'file' resource, opened here
# Hint: start the name of an attribute with a lowercase letter

# --- resource-attribute-with-equals ---
file { '/a': mode = '0644' }
# Error: 1:19-1:20 SYNTAX_ERROR Syntax error at '='
# Label: 1:19-1:20 expected '=>' or '+>'
# Label: 1:6-1:7 in this 'file' resource, opened here
# Hint: set an attribute with '=>'

# --- resource-comma-missing ---
file { '/a':
  ensure => file
  mode   => '0644',
}
# Error: 3:3-3:7 SYNTAX_ERROR Syntax error at 'mode'
# Label: 3:3-3:7 expected ',', ';' or '}'
# Label: 1:6-1:7 in this 'file' resource, opened here
# Hint: is there a ',' or a '}' missing at the end of the line before?

# --- resource-without-braces ---
file '/a': ensure => file
# Error: 1:10-1:11 SYNTAX_ERROR Syntax error at ':'
# Label: 1:10-1:11 expected a statement
# Hint: put the title and attributes of a resource in braces: type { 'title': … }

# --- resource-bracket-not-closed ---
file { '/a':
  require => [File['/b'],
}
# Error: 3:1-3:2 SYNTAX_ERROR Syntax error at '}'
# Label: 3:1-3:2 expected an expression
# Label: 2:14-2:15 in this array, opened here
# Hint: is there a ']' missing before it?

# --- chain ---
File['/a'] -> Service['b'] ~> Exec['c'] <- User['d'] <~ Group['e']
# Tree: (<~ (<- (~> (-> (access (qr "File") "/a") (access (qr "Service") "b")) (access (qr "Exec") "c")) (access (qr "User") "d")) (access (qr "Group") "e"))

# --- chain-of-resources ---
package { 'a': } -> file { '/b': } ~> service { 'c': }
# Tree: (~> (-> (resource {:type (qn "package") :bodies [{:title "a" :ops []}]}) (resource {:type (qn "file") :bodies [{:title "/b" :ops []}]})) (resource {:type (qn "service") :bodies [{:title "c" :ops []}]}))

# --- chain-of-collectors ---
Package <| |> -> File <| tag == 'a' |> ~> $x
# Tree: (~> (-> (collect {:type (qr "Package") :query (virtual-query)}) (collect {:type (qr "File") :query (virtual-query (== (qn "tag") "a"))})) (var "x"))

# --- collector ---
File <| |>
File <<| |>>
A::B <| title == 'c' and (d != 1 or e == true) |>
# Tree: (block (collect {:type (qr "File") :query (virtual-query)}) (collect {:type (qr "File") :query (exported-query)}) (collect {:type (qr "A::B") :query (virtual-query (and (== (qn "title") "c") (paren (or (!= (qn "d") 1) (== (qn "e") true)))))}))

# --- collector-with-attributes ---
File <| |> { mode => '0644', require +> A['b'] }
# Tree: (collect {:type (qr "File") :query (virtual-query) :ops [(=> "mode" "0644") (+> "require" (access (qr "A") "b"))]})

# --- collector-as-value ---
$x = File <| |>
# Error: 1:6-1:16 NOT_RVALUE Invalid use of expression. A Virtual Query does not produce a value

# --- collector-with-wrong-query ---
File <| a > 1 |>
File <| b =~ /c/ and undef |>
# Error: 1:11-1:14 ILLEGAL_QUERY_EXPRESSION Illegal query expression. A '>' expression cannot be used in a query
# Hint: a query supports '==', '!=', 'and', 'or' and parentheses
# Error: 2:11-2:17 ILLEGAL_QUERY_EXPRESSION Illegal query expression. A '=~' expression cannot be used in a query
# Hint: a query supports '==', '!=', 'and', 'or' and parentheses
# Error: 2:22-2:27 ILLEGAL_QUERY_EXPRESSION Illegal query expression. An 'undef' expression cannot be used in a query
# Hint: a query supports '==', '!=', 'and', 'or' and parentheses

# --- collector-of-wrong-type ---
file <| |>
# Error: 1:1-1:5 ILLEGAL_EXPRESSION Illegal expression. A Name is unacceptable as type name in a Virtual Query

# --- collector-not-closed ---
File <| a == 1 |>>
# Error: 1:16-1:19 SYNTAX_ERROR Syntax error at '|>>'
# Label: 1:16-1:19 expected '|>'
# Label: 1:6-1:8 in this collector, opened here
