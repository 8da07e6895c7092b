Puppet::Type.newtype(:linkedbell) do
  newparam(:name)
  newparam(:spec)
  newproperty(:sound)
  def refresh; notice("#{self[:name]} rings"); end
  autorequire(:linkedbell) { self[:spec].to_s.split(',').grep(/^r:/).map { |t| t[2..-1] } }
  autobefore(:linkedbell) { self[:spec].to_s.split(',').grep(/^b:/).map { |t| t[2..-1] } }
  autonotify(:linkedbell) { self[:spec].to_s.split(',').grep(/^n:/).map { |t| t[2..-1] } }
  autosubscribe(:linkedbell) { self[:spec].to_s.split(',').grep(/^s:/).map { |t| t[2..-1] } }
end
