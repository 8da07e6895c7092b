# No dispatch: the method with the name of the function, with optional arguments.
Puppet::Functions.create_function(:'vm_new::plain') do
  def plain(first, second = 'none', *others)
    "#{first}|#{second}|#{others.size}"
  end
end
