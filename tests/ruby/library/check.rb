# frozen_string_literal: true

# Compares `canonicalize` of the library with the record of real Puppet: ruby tests/ruby/library/check.rb SET [VERBOSE]
require_relative 'sets'
require_relative 'cases'
set, verbose = ARGV
expected = JSON.parse(File.read(Sets.record(set))).fetch(set)
require_relative 'own_cases'
require_relative 'harness'
# The record has a catalog for each case.
def (Puppet::Resource::Catalog).current = new
$LOAD_PATH.unshift(*Sets.paths(set))

def decoded(value) = Cases.plain(Harness.decode(value))

def outcome(row, problem)
  return { 'error' => Cases.text(problem['message']) } if problem

  { 'values' => decoded(row['values']).compact }
end

# Compares the cases of own_cases.rb: values, errors, relations and probes.
def own(type, record, reasons)
  counts = Hash.new { |hash, key| hash[key] = [0, 0] }
  record.each_with_index do |(one), index|
    probes = one['result']['probes'] || []
    reply = Harness.request('canonicalize', 'type' => type, 'provider' => nil,
                                            'rows' => [{ 'id' => index, 'title' => one['title'], 'values' => Harness.encode(one['attributes']) }])
    wanted = one['result'].slice('values', 'error')
    got = outcome(reply['rows'].first, reply['problems'].first)
    compare(counts['cases'], wanted, got) { |detail| reasons["own #{type} #{one['title']} #{one['attributes']}: #{detail}"] << nil }
    next unless got['values'] && one['result']['values']

    edges = Harness.request('relate', 'type' => type, 'rows' => [index]).flat_map { |row| row['titles'].map { |title| [row['edge'], row['type'], title] } }
    compare(counts['relations'], one['result']['relations'], edges) { |detail| reasons["own #{type} relations: #{detail}"] << nil }
    found = JSON.parse(JSON.generate(OwnCases.probe(probes.map(&:first), Marotte::Types.instance(index))))
    probes.zip(found) { |(code, value), (_, other)| compare(counts['probes'], value, other) { |detail| reasons["own #{type} `#{code}`: #{detail}"] << nil } }
  end
  counts
end

def compare(count, wanted, got)
  count[1] += 1
  return count[0] += 1 if wanted == got

  yield "real #{wanted.inspect[0, 250]} library #{got.inspect[0, 250]}"
end

total = 0
equal = 0
related = [0, 0]
reasons = Hash.new { |hash, key| hash[key] = [] }
expected.each do |type, record|
  rows = record['cases'].each_with_index.map do |(title, shown, _), id|
    { 'id' => id, 'title' => title, 'values' => Harness.encode(Cases.attributes(record, shown)) }
  end
  total += rows.size
  begin
    reply = Harness.request('canonicalize', 'type' => type, 'provider' => nil, 'rows' => rows)
  rescue Harness::Failure => e
    reasons["request fails: #{e.message[0, 200]}"].concat(rows.map { |row| [type, row] })
    puts e.message, e.trace if verbose
    next
  end
  if record['relations'] && found_first = reply['rows'].find { |row| row['id'].zero? }
    edges = Harness.request('relate', 'type' => type, 'rows' => [0])
    edges = edges.first&.key?('message') ? Cases.text(edges.first['message']) : edges.flat_map { |row| row['titles'].map { |title| [row['edge'], row['type'], title] } }
    compare(related, record['relations'], edges) { |detail| reasons["#{type} relations: #{detail}"] << nil }
  end
  found = reply['rows'].to_h { |row| [row['id'], row] }
  problems = reply['problems'].to_h { |row| [row['id'], row] }
  record['cases'].each_with_index do |(title, values, number), id|
    wanted = Cases.expected(record, number)
    got = outcome(found[id], problems[id])
    next equal += 1 if got == wanted

    kind = "#{wanted.keys.first} → #{got.keys.first}"
    detail = if wanted['values'] && got['values']
               (wanted['values'].to_a - got['values'].to_a | got['values'].to_a - wanted['values'].to_a).map(&:first).uniq.first(3).join(',')
             else
               "#{wanted['error']&.slice(0, 160)} / #{got['error']&.slice(0, 160)}"
             end
    known = got['error']&.slice(/Ruby code cannot \w+ \w+ here|uninitialized constant [\w:]+|no answer for the question \w+|Multiple resources/)
    reasons["#{type}: #{known || "#{kind} #{detail}"}"] << [type, [title, values], wanted, got]
  end
end
counts = Hash.new { |hash, key| hash[key] = [0, 0] }
expected.each do |type, record|
  record['own'] and own(type, record['own'], reasons).each { |name, (good, all)| counts[name] = [counts[name][0] + good, counts[name][1] + all] }
end
counts.each { |name, (good, all)| puts "own #{name}: #{good} of #{all} equal" }
puts "#{set}: relations of #{related[0]} of #{related[1]} types equal"
puts "#{set}: #{equal} of #{total} equal (#{(100.0 * equal / total).round(2)} %)"
reasons.sort_by { |_, list| -list.size }.first(verbose ? 400 : 40).each do |reason, list|
  puts "#{list.size} #{reason}"
  _, row, wanted, got = list.first
  next unless wanted

  puts "    #{row.inspect[0, 300]}\n    real    #{wanted.inspect[0, 400]}\n    library #{got.inspect[0, 400]}" if verbose
end
exit 1 if set == 'own' && equal < total
