# Ruby's own next, break, redo-free loops, catch, throw and return within blocks.
Puppet::Functions.create_function(:'vm_new::control') do
  dispatch :run do
    param 'Array', :list
  end

  def run(list)
    doubled = list.map do |x|
      next "skip #{x}" unless x.is_a?(Integer)

      x * 2
    end
    first = list.each { |x| break x if x.is_a?(String) }
    caught = catch(:found) { list.each { |x| throw :found, x if x == 3 } && 'none' }
    [doubled, first, caught, found(list), list.inject { |a, b| "#{a}#{b}" }]
  end

  def found(list)
    list.each_with_index { |x, i| return "at #{i}" if x == 3 }
    'nowhere'
  end
end
