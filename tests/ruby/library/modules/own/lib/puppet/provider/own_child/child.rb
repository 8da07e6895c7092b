# frozen_string_literal: true

Puppet::Type.type(:own_child).provide(:child, parent: :base) do
  defaultfor kernel: :linux
  def self.kind = :child
end
