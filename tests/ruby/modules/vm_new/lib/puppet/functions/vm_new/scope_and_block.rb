# The injected scope with repeated parameters and a block.
Puppet::Functions.create_function(:'vm_new::scope_and_block', Puppet::Functions::InternalFunction) do
  dispatch :each_variable do
    scope_param
    repeated_param 'String', :names
    optional_block_param 'Callable[2, 2]', :block
  end

  def each_variable(scope, *names)
    return names.size unless block_given?

    names.map { |name| yield(name, scope[name]) }
  end
end
