# A function that both APIs define: the other one wins.
Puppet::Parser::Functions.newfunction(:vm_both, type: :rvalue) do |args|
  "old #{args[0]}"
end
