# frozen_string_literal: true

Puppet::Type.newtype(:own_generate) do
  newparam(:name)
  newparam(:count) { munge { |value| Integer(value) } }

  def generate
    (1..self[:count].to_i).map { |number| Puppet::Type.type(:own_values).new(title: "#{title}-#{number}", state: 'on', loglevel: :info) }
  end

  def eval_generate = [Puppet::Type.type(:own_munge).new(name: "#{name}/", number: 7)]
end
