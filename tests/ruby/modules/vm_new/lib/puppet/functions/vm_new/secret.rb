# Sensitive values as arguments and results.
Puppet::Functions.create_function(:'vm_new::secret') do
  dispatch :again do
    param 'Sensitive[String]', :secret
  end

  dispatch :wrap do
    param 'String', :text
  end

  dispatch :show do
    param 'Sensitive', :secret
    param 'Enum[text, kind]', :how
  end

  def again(secret)
    Puppet::Pops::Types::PSensitiveType::Sensitive.new(secret.unwrap.upcase)
  end

  def wrap(text)
    Puppet::Pops::Types::PSensitiveType::Sensitive.new(text)
  end

  def show(secret, how)
    how == 'text' ? "#{secret} #{secret.inspect}" : secret.class.name
  end
end
