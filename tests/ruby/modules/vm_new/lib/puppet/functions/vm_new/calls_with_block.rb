# Calls functions with Ruby blocks and passes its own block on.
Puppet::Functions.create_function(:'vm_new::calls_with_block') do
  dispatch :own do
    param 'Array', :list
  end

  dispatch :passed do
    param 'Array', :list
    param 'String', :name
    block_param 'Callable', :block
  end

  def own(list)
    kept = call_function('filter', list) { |element| element.to_s.size > 1 }
    call_function('map', kept) { |element| "<#{element}>" }
  end

  def passed(list, name, &block)
    call_function(name, list, &block)
  end
end
