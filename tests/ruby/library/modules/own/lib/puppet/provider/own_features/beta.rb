# frozen_string_literal: true

Puppet::Type.type(:own_features).provide(:beta) do
  desc <<-DOC
    Can nothing.

    Really.
  DOC
  def size = 5
end
