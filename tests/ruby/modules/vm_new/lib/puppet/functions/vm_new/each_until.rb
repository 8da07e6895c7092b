# Calls the block for each element until it gives false.
Puppet::Functions.create_function(:'vm_new::each_until') do
  dispatch :walk do
    param 'Iterable', :list
    block_param 'Callable[1, 1]', :block
  end

  def walk(list)
    seen = []
    list.each do |element|
      result = yield(element)
      seen << [element, result]
      break if result == false
    end
    seen
  end
end
