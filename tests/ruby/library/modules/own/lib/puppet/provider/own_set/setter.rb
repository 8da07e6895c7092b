# frozen_string_literal: true

Puppet::Type.type(:own_set).provide(:setter) do
  def state=(value)
    resource.done << [:provider, value]
  end
end
