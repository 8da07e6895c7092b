# A function that both APIs define: this one wins.
Puppet::Functions.create_function(:vm_both) do
  def vm_both(text)
    "new #{text}"
  end
end
