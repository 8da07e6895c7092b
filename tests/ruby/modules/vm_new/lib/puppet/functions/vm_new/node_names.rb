# Names of the node, its environment and the settings that modules read.
Puppet::Functions.create_function(:'vm_new::node_names') do
  dispatch :names do
  end

  def names
    compiler = closure_scope.compiler
    {
      'node' => compiler.node.name, 'environment' => compiler.environment.name.to_s, 'kind' => compiler.environment.name.class.name,
      'same' => closure_scope.environment.equal?(compiler.environment), 'certname' => Puppet[:certname],
      'current' => Puppet.lookup(:current_environment).name.to_s, 'vardir' => Puppet[:vardir].class.name,
      'absolute' => Puppet.settings[:confdir].start_with?('/')
    }
  end
end
