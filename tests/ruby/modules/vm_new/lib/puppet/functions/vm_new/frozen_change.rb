# frozen_string_literal: true

# Changes a literal text, which is frozen by the comment on top, or an unfrozen one.
Puppet::Functions.create_function(:'vm_new::frozen_change') do
  dispatch :change do
    param 'Boolean', :copied
  end

  def change(copied)
    text = copied ? +'start' : 'start'
    text << ' end'
  end
end
