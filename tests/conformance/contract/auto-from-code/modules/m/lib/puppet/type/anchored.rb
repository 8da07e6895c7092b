Puppet::Type.newtype(:anchored) do
  newparam(:name)
  newparam(:path)
  autorequire(:notify) { 'first' }
  autorequire(:anchored) do
    path = self[:path].to_s
    found = nil
    while found.nil? && path.include?('/') && path != '/'
      path = File.dirname(path)
      found = path if catalog.resource(:anchored, path)
    end
    found
  end
end
