# A parameter whose type cannot be parsed: "class" is a keyword.
Puppet::Functions.create_function(:'vm_new::wrong_syntax') do
  dispatch :go do
    param 'Enum[text, class]', :how
  end

  def go(how)
    how
  end
end
