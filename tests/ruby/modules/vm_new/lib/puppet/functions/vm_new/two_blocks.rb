# A parameter after the block.
Puppet::Functions.create_function(:'vm_new::two_blocks') do
  dispatch :go do
    block_param
    param 'Any', :value
  end

  def go(*) = 1
end
