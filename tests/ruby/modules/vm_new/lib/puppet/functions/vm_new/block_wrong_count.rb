# Calls the block with a number of arguments that the caller selects.
Puppet::Functions.create_function(:'vm_new::block_wrong_count') do
  dispatch :run do
    param 'Integer', :count
    block_param 'Callable', :code
  end

  def run(count)
    yield(*(1..count).to_a)
  end
end
