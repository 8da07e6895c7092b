# frozen_string_literal: true

Puppet::Type.newtype(:own_refresh, self_refresh: true) do
  newparam(:name)
  newproperty(:returns) do
    defaultto '0'
    def retrieve = :notrun
    def sync = resource.log_of << :sync
  end

  def refresh = log_of << :refresh
  def log_of = @log_of ||= []
  def pre_run_check
    raise Puppet::Error, 'cannot run' if self[:name] == 'bad'
  end

  def self_refresh? = true
end
