# frozen_string_literal: true

# Returns a greeting in capitals.
Puppet::Functions.create_function(:'m::hello') do
  dispatch :hello do
    param 'String', :text
  end

  def hello(text)
    text.upcase
  end
end
