# Arithmetic of Ruby with numbers of the language.
Puppet::Functions.create_function(:'vm_new::arithmetic') do
  dispatch :all do
    param 'Numeric', :a
    param 'Numeric', :b
  end

  def all(a, b)
    [a + b, a - b, a * b, a.fdiv(b), a.divmod(b), a**2, a.to_i, a.to_f.round(2), a.class.name]
  end
end
