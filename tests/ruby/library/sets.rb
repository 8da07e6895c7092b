# frozen_string_literal: true

# The type files that are compared, by set.
module Sets
  ROOTS = { 'debian' => '/usr/share/puppet/modules', 'own' => File.expand_path('modules', __dir__) }.freeze

  # Returns the file with the record of a set.
  def self.record(set) = set == 'own' ? File.expand_path('expected.json', __dir__) : "/tmp/types-#{set}.json"

  # Returns the file with the descriptions of the types of a set.
  def self.descriptions(set) = set == 'own' ? File.expand_path('descriptions.json', __dir__) : "/tmp/descriptions-#{set}.json"

  def self.paths(set) = Dir.glob("#{ROOTS.fetch(set)}/*/lib").sort
  def self.files(set) = Dir.glob("#{ROOTS.fetch(set)}/*/lib/puppet/type/*.rb").sort
end
