$x = undef
$y = 'set'
$z = { 'a' => 1, 'b' => 2 }
notice(inline_template('<%= scope.to_hash.has_key?("x") %> <%= scope.to_hash.keys.include?("x") %> <%= scope.to_hash["y"] %>'))
notice(inline_template('<%= instance_variables.any? { |v| v.to_s == "@y" } %> <%= instance_variables.any? { |v| v == :@x } %>'))
notice(inline_template('<% if $nope %>yes<% else %>no<% end %><%= $nope.nil? %>'))
notice(inline_template('<%= scope.call_function("join", [["a", "b"], "-"]) %>'))
$ignored = inline_template('<%= scope.call_function("notice", {"a" => 1, "b" => 2}) %>')
$other = inline_template('<%= scope.call_function("notice", "plain") %>')
