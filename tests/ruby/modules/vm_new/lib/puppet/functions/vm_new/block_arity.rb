# Two dispatches that differ only by the type of the block.
Puppet::Functions.create_function(:'vm_new::block_arity') do
  dispatch :single do
    param 'Hash[String, Integer]', :map
    block_param 'Callable[1, 1]', :block
  end

  dispatch :pair do
    param 'Hash[String, Integer]', :map
    block_param 'Callable[2, 2]', :block
  end

  def single(map)
    map.map { |entry| yield(entry) }
  end

  def pair(map)
    map.map { |key, value| yield(key, value) }
  end
end
