# frozen_string_literal: true

Puppet::Type.type(:own_child).provide(:other, parent: Puppet::Type.type(:own_provided).provider(:two)) do
  def value = "other #{resource[:name]}"
end
