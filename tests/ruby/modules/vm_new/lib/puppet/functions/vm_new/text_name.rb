# The name of the function as a string, with a local variable of the body.
greeting = 'hello'

Puppet::Functions.create_function('vm_new::text_name') do
  marks = %w[! ?]

  define_method(:greet) { |name| "#{greeting} #{name}#{marks.first}" }

  dispatch :greet do
    param 'String', :name
  end
end
