# Variables by lookupvar of self, by [] and by include?.
Puppet::Parser::Functions.newfunction(:vm_old_variables, type: :rvalue) do |args|
  args.map { |name| [name, self.lookupvar(name), self[name], include?(name), exist?(name)] }
end
