# frozen_string_literal: true

Puppet::Type.type(:own_features).provide(:alpha) do
  desc 'Can everything.'
  has_features :refreshable
  has_feature :sized
  defaultfor kernel: :linux
  def lock = 'locked'
  def unlock = 'unlocked'
end
