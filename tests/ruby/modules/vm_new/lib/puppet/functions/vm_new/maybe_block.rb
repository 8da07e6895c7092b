# An optional block, asked for by block_given? and taken as a parameter.
Puppet::Functions.create_function(:'vm_new::maybe_block') do
  dispatch :apply do
    param 'Integer', :number
    optional_block_param 'Callable[Integer]', :block
  end

  def apply(number, &block)
    return "without #{number} #{block_given?}" unless block

    "with #{block.call(number)} #{block_given?}"
  end
end
