# A block with declared types of its parameters and of its result.
Puppet::Functions.create_function(:'vm_new::typed_block') do
  dispatch :run do
    param 'Any', :value
    block_param 'Callable[[String, Integer], String]', :code
  end

  def run(value, &code)
    code.call(value, 3)
  end
end
