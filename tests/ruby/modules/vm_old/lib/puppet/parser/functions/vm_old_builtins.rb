# Built-in functions of the 3.x API as methods of the scope.
module Puppet::Parser::Functions
  newfunction(:vm_old_builtins, :type => :rvalue, :arity => 1) do |args|
    case args[0]
    when 'sprintf' then function_sprintf(['%03d', 7])
    when 'sha1' then function_sha1(['a'])
    when 'inline_template' then function_inline_template(['<%= 1 + 1 %>'])
    when 'template' then function_template(['vm_old/plain.erb'])
    when 'template_pair' then function_template(%w[vm_old/plain.erb vm_old/plain.erb])
    when 'split' then function_split(['a,b', ','])
    when 'regsubst' then function_regsubst(%w[abc b x])
    when 'notice' then function_notice(['by method'])
    when 'fqdn_rand' then function_fqdn_rand([1]).to_s
    when 'shellquote' then function_shellquote(['a b'])
    when 'versioncmp' then function_versioncmp(%w[1.2 1.10])
    when 'tagged' then function_tagged(['nothing'])
    when 'defined' then function_defined(['File[/x]'])
    when 'file' then function_file(['vm_old/note.txt'])
    when 'md5' then function_md5(['a'])
    end
  end
end
