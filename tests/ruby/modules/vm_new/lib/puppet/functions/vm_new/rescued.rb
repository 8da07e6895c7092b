# Rescues an error of another function and of a block, and raises errors with a cause.
Puppet::Functions.create_function(:'vm_new::rescued') do
  dispatch :invoke do
    param 'String', :name
    repeated_param 'Any', :arguments
    optional_block_param
  end

  def invoke(name, *arguments)
    return "value #{yield}" if block_given?

    call_function(name, *arguments)
  rescue StandardError => e
    "#{e.class}: #{e.message.sub(/ \((?:file|line): [^()]*\)\z/, "")}"
  ensure
    Puppet.notice('ensured')
  end
end
