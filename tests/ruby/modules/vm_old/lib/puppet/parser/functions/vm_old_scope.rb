# What self is, and what it knows of the compilation.
module Puppet::Parser::Functions
  newfunction(:vm_old_scope, :type => :rvalue, :arity => 0) do |_args|
    [self.class.name, compiler.environment.name.to_s, environment.name.to_s, compiler.node.name, compiler.topscope.equal?(self), to_s,
     resource.to_s, source.class.name, catalog.equal?(compiler.catalog), is_topscope?]
  end
end
