# Own messages for arguments that do not fit.
Puppet::Functions.create_function(:'vm_new::mismatch') do
  dispatch :right do
    param 'Integer[1]', :number
  end

  argument_mismatch :too_small do
    param 'Integer', :number
  end

  argument_mismatch :is_text do
    param 'String', :text
    optional_param 'Any', :other
  end

  def right(number)
    number * 2
  end

  def too_small(number)
    "needs a positive number, not #{number}"
  end

  def is_text(text, _other = nil)
    "cannot double the text '#{text}'"
  end
end
