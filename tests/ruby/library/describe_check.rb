# frozen_string_literal: true

# Compares the descriptions of types by the library with those of real Puppet: ruby tests/ruby/library/describe_check.rb SET [VERBOSE]
require_relative 'sets'
require 'json'
set, verbose = ARGV
expected = JSON.parse(File.read(Sets.descriptions(set)))
require_relative 'harness'
$LOAD_PATH.unshift(*Sets.paths(set))

def plain(value)
  return nil if value.nil?

  value.key?('constant') ? { 'constant' => stringify(Harness.decode(value['constant'])) } : value
end

def stringify(value)
  case value
  when Hash then value.to_h { |key, one| [key.to_s, stringify(one)] }
  when Array then value.map { |one| stringify(one) }
  else value
  end
end

def comparable(type)
  type['providers'] = type['providers'].map { |one| one['name'] }
  type['attributes'].each do |attribute|
    attribute.delete('is_boolean')
    attribute['doc'] = attribute['doc'].rstrip
    attribute['default'] = plain(attribute['default'])
  end
  type
end

def differences(one, other, path = '')
  return [] if one == other
  if one.is_a?(Hash) && other.is_a?(Hash)
    return (one.keys | other.keys).flat_map { |key| differences(one[key], other[key], "#{path}/#{key}") }
  end
  if one.is_a?(Array) && other.is_a?(Array) && one.length == other.length
    return one.each_index.flat_map { |index| differences(one[index], other[index], "#{path}/#{one[index].is_a?(Hash) ? one[index]['name'] : index}") }
  end

  [[path, one, other]]
end

equal = 0
reasons = Hash.new { |hash, key| hash[key] = [] }
expected.each do |file, wanted|
  reply = Harness.request('describe_types', 'files' => ["#{Sets::ROOTS.fetch(set)}/#{file}"]).first
  name = File.basename(file, '.rb')
  found = reply['types'].find { |one| one['name'] == name }
  errors = reply['errors']
  if wanted.is_a?(String)
    if found.nil? || errors.any?
      equal += 1
      puts "#{file}\n  real:    #{wanted}\n  library: #{errors.map { |one| one['message'] }}" if verbose
    else
      reasons["real fails: #{wanted[0, 150]}"] << file
    end
    next
  end
  if found.nil?
    reasons["no type: #{errors.map { |one| one['message'] }.join(' | ')[0, 300]}"] << file
    next
  end
  found = comparable(found)
  if wanted['title_patterns'].to_s.start_with?('error ')
    errors.reject! { |one| "error #{one['message']}" == wanted['title_patterns'] }
    wanted['title_patterns'] = nil
  end
  [wanted, found].each { |one| one['attributes'].each { |attribute| attribute['doc'] = '' if attribute['name'] == 'provider' } }
  different = differences(wanted, found)
  if different.empty? && errors.empty?
    equal += 1
  else
    key = errors.any? ? "errors: #{errors.map { |one| one['message'] }.join(' | ')[0, 300]}" : different.map { |path, *| path.gsub(%r{/attributes/[^/]+}, '/attributes/*') }.uniq.join(' ')
    reasons[key] << file
    if verbose
      puts file
      errors.each { |one| puts "  #{one['class']} #{one['message'][0, 300]}", one['trace'].first(3) }
      different.each { |path, one, other| puts "  #{path}\n    real:    #{one.inspect[0, 300]}\n    library: #{other.inspect[0, 300]}" }
    end
  end
end
puts "#{set}: #{equal} of #{expected.size} equal"
reasons.sort_by { |_, files| -files.size }.each { |reason, files| puts "#{files.size} #{reason}: #{files.map { |file| File.basename(file, '.rb') }.first(8).join(' ')}" }
exit 1 if set == 'own' && equal < expected.size
