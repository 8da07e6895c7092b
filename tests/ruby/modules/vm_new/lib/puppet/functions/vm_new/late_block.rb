# Ensures code after the block of the caller has left.
Puppet::Functions.create_function(:'vm_new::late_block') do
  dispatch :run do
    param 'Any', :value
    block_param
  end

  def run(value)
    result = yield(value)
    "finished #{result}"
  ensure
    Puppet.notice("after the block of #{value}")
  end
end
