# frozen_string_literal: true

Puppet::Type.type(:own_instances).provide(:listed) do
  mk_resource_methods

  def self.instances
    %w[a b].map { |name| new(name: name, ensure: :present, value: name * 2) }
  end

  def self.prefetch(resources)
    instances.each { |instance| resources[instance.name].provider = instance if resources.key?(instance.name) }
  end

  def exists? = @property_hash[:ensure] == :present
  def flush = @property_hash[:flushed] = true
  def flushed = @property_hash[:flushed]
end
