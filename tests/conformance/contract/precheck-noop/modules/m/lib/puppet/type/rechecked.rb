Puppet::Type.newtype(:rechecked) do
  newparam(:name)
  def pre_run_check
    raise Puppet::Error, "#{self[:name]} never passes"
  end
end
