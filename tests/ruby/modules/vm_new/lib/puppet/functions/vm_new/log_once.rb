# Warnings that are given only once, and messages by a function and by the log itself.
Puppet::Functions.create_function(:'vm_new::log_once') do
  dispatch :all do
    param 'Integer', :times
  end

  def all(times)
    times.times do
      Puppet.warn_once('vm_new', 'key', 'only once')
    end
    call_function('warning', 'by a function')
    Puppet::Util::Log.create(level: :notice, message: 'created')
    nil
  end
end
