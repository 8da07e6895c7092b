# A method with the name "call": it hides the method by which functions are called.
Puppet::Functions.create_function(:'vm_new::named_call') do
  dispatch :call do
    param 'String', :text
  end

  def call(text)
    text.upcase
  end
end
