# OpenStruct, Struct, Comparable and delegation.
require 'ostruct'
require 'forwardable'

Puppet::Functions.create_function(:'vm_new::open_record') do
  def open_record(values)
    record = OpenStruct.new(values)
    record.extra = 'more'
    pair = Struct.new(:a, :b).new(1, 2)
    [record.to_h.transform_keys(&:to_s), record.missing, record[:name], record.respond_to?(:extra), pair.to_a, pair.to_h.transform_keys(&:to_s)]
  end
end
