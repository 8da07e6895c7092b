Puppet::Type.newtype(:checked) do
  newparam(:name)
  newproperty(:color)
  newparam(:broken)
  def pre_run_check
    raise Puppet::Error, "#{self[:name]} is broken: #{self[:broken]}" if self[:broken]
  end
end
