# frozen_string_literal: true

Puppet::Type.newtype(:own_basic) do
  @doc = <<-DOC
    A resource with the usual attributes.

      own_basic { 'x': }

    The end.
  DOC

  ensurable

  newparam(:path) do
    desc 'The path.'
    isnamevar
  end

  newproperty(:owner) do
    desc <<-DOC
      The owner.

        * indented
    DOC
  end

  newproperty(:mode) { desc "The mode.\nSecond line." }
  newparam(:comment)
end
