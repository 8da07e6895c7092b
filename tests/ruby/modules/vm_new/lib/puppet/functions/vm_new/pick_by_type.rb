# Several dispatches: the first whose parameters fit is called.
Puppet::Functions.create_function(:'vm_new::pick_by_type') do
  dispatch :of_integer do
    param 'Integer', :number
  end

  dispatch :of_text do
    param 'String', :text
    optional_param 'Integer[1, 5]', :times
  end

  dispatch :of_list do
    param 'Array[Numeric]', :numbers
    param 'Enum[sum, product]', :how
  end

  dispatch :of_any do
    param 'Undef', :nothing
  end

  def of_integer(number)
    "integer #{number + 1}"
  end

  def of_text(text, times = 2)
    "text #{text * times}"
  end

  def of_list(numbers, how)
    how == 'sum' ? numbers.sum : numbers.reduce(1) { |a, b| a * b }
  end

  def of_any(nothing)
    "nothing #{nothing.nil?}"
  end
end
