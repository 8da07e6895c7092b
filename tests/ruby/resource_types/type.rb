Puppet::Type.newtype(:acme_line) do
  @doc = 'A line of a file.'
  ensurable
  newparam(:name, namevar: true) { desc 'The first word of the line.' }
  newparam(:path) do
    desc 'The file.'
    validate { |value| raise ArgumentError, "path must be absolute, not '#{value}'" unless value.start_with?('/') }
  end
  newparam(:attack) { desc 'Ruby code that is run when the line is created.' }
  newproperty(:suffix) do
    desc 'The rest of the line, in upper case.'
    defaultto ''
    munge { |value| value.to_s.upcase }
  end
  autorequire(:file) { self[:path] }
end
