# frozen_string_literal: true

Puppet::Type.newtype(:own_errors) do
  newparam(:name)
  newproperty(:value) do
    def insync?(_is) = raise('no comparison')
  end
  newproperty(:missing_provider)
  newparam(:duplicate)

  def self.attempts
    { duplicate: -> { newproperty(:value) }, param: -> { newparam(:duplicate) }, options: -> { newproperty(:z, 5) },
      alias: -> { attrclass(:value).aliasvalue(:a, :b) }, default: -> { attrclass(:value).defaultto(nil) },
      feature: -> { 2.times { feature(:twice, 'x') } }, bad_feature: -> { feature(:bad, 'x', colour: 1) },
      insync: -> { attrclass(:value).class_eval { def safe_insync?(_is) = true } },
      matching: -> { newproperty(:q, array_matching: :some) },
      call: -> { attrclass(:value).newvalue(:a, call: :before) },
      parent: -> { provide(:child, parent: :none) }, instances: -> { instances } }
  end
end
