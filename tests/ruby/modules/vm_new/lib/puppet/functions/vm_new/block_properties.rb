# What a block says of itself.
Puppet::Functions.create_function(:'vm_new::block_properties') do
  dispatch :look do
    block_param 'Callable', :block
  end

  def look(&block)
    [block.arity, block.class.name, block.lambda?, block.parameters.map { |kind, name| "#{kind} #{name}" }]
  end
end
