# An unqualified function.
Puppet::Functions.create_function(:vm_title) do
  dispatch :title do
    param 'String', :text
  end

  def title(text)
    text.split(/[\s_]+/).map(&:capitalize).join(' ')
  end
end
