# No dispatch: the method takes a block.
Puppet::Functions.create_function(:'vm_new::plain_block') do
  def plain_block(value, &block)
    block.nil? ? 'no block' : block.call(value)
  end
end
