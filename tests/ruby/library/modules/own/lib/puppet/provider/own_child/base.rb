# frozen_string_literal: true

Puppet::Type.type(:own_child).provide(:base) do
  def self.kind = :base
  def value = "#{self.class.kind} of #{self.class.name}"
  def exists? = true
end
