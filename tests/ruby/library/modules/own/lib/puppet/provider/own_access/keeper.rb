# frozen_string_literal: true

Puppet::Type.type(:own_access).provide(:keeper) do
  def value = 'kept'
  def hidden = 'h'
  def flush = 'flushed'
end
