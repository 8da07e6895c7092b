# A file that Ruby cannot parse.
Puppet::Functions.create_function(:'vm_new::syntax_error') do
  def syntax_error(
end
