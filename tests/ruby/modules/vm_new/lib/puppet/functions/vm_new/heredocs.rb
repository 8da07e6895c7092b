# frozen_string_literal: true

# Heredoc texts and frozen literals.
Puppet::Functions.create_function(:'vm_new::heredocs') do
  def heredocs(name)
    squiggly = <<~TEXT
      Dear #{name},
        indented
    TEXT
    raw = <<-'TEXT'
      no #{name} \n
      TEXT
    [squiggly, raw, 'literal'.frozen?, "with #{name}".frozen?, "a" "b", %w[c d], %(e "f"), ?g, __method__.to_s]
  end
end
