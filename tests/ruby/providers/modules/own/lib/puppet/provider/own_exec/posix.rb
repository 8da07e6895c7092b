require 'puppet/provider/exec'
Puppet::Type.type(:own_exec).provide(:posix, parent: Puppet::Provider::Exec) do
  def checkexe(command)
    exe = extractexe(command)
    raise ArgumentError, "Could not find command '#{exe}'" unless which(exe)
  end
end
