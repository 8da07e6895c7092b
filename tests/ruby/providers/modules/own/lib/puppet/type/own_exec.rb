Puppet::Type.newtype(:own_exec) do
  newparam(:command) { isnamevar }
  newparam(:path) { munge { |value| Array(value) } }
  newparam(:cwd); newparam(:user); newparam(:group); newparam(:environment)
  newparam(:timeout) { defaultto 5 }
  newproperty(:returns) do
    def retrieve = :notrun
    def sync
      output, status = provider.run(resource[:command])
      File.write('/tmp/case/root/exec.log', "#{resource[:command]} → #{output.inspect} #{status.exitstatus}\n", mode: 'a')
    end
    defaultto '0'
  end
end
