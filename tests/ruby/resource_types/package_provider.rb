# frozen_string_literal: true

require 'puppet/provider/package'

# A provider of packages that are lines of the file `source`: name and version.
Puppet::Type.type(:package).provide :acme_list, parent: Puppet::Provider::Package do
  desc 'Packages in a list.'

  has_feature :versionable

  NEWEST = '9.0'

  # The list depends on the resource.
  def self.instances = []

  def list = File.exist?(resource[:source]) ? File.readlines(resource[:source], chomp: true).map(&:split) : []
  def others = list.reject { |name, _| name == resource[:name] }
  def write(list) = File.write(resource[:source], list.map { |entry| "#{entry.join(' ')}\n" }.join)

  def query
    name, version = list.find { |entry, _| entry == resource[:name] }
    name && { name: name, ensure: version }
  end

  def latest = NEWEST
  def update = write(others << [resource[:name], NEWEST])
  def install = write(others << [resource[:name], resource[:ensure].is_a?(Symbol) ? NEWEST : resource[:ensure]])
  def uninstall = write(others)
end
