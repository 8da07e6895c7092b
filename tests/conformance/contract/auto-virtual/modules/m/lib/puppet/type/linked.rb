Puppet::Type.newtype(:linked) do
  newparam(:name)
  newparam(:path)
  newparam(:needs)
  newparam(:spec)
  autorequire(:linked) { self[:needs] }
  autorequire(:notify) { self[:spec].to_s.split(',').grep(/^r:/).map { |t| t[2..-1] } }
  autobefore(:notify) { self[:spec].to_s.split(',').grep(/^b:/).map { |t| t[2..-1] } }
  autonotify(:notify) { self[:spec].to_s.split(',').grep(/^n:/).map { |t| t[2..-1] } }
  autosubscribe(:notify) { self[:spec].to_s.split(',').grep(/^s:/).map { |t| t[2..-1] } }
end
