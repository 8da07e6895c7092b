# A required block; the block is called twice.
Puppet::Functions.create_function(:'vm_new::with_block') do
  dispatch :twice do
    param 'Any', :value
    block_param
  end

  def twice(value)
    [yield(value), yield(value)]
  end
end
