Puppet::Type.newtype(:own_precheck) do
  newparam(:name) { isnamevar }
  newparam(:bad)
  newproperty(:p)
  def pre_run_check = self[:bad] ? raise(Puppet::Error, "#{name} is bad") : nil
end
