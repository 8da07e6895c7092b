# Folds a list by inject, with the block of the caller.
Puppet::Functions.create_function(:'vm_new::fold') do
  dispatch :fold do
    param 'Iterable', :list
    param 'Any', :start
    block_param 'Callable[2, 2]', :block
  end

  def fold(list, start, &block)
    list.inject(start, &block)
  end
end
