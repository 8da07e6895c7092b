# frozen_string_literal: true

Puppet::Type.type(:own_provided).provide(:three, parent: :two, source: :elsewhere) do
  def create = "#{super} by three"
end
