# frozen_string_literal: true

# The cases of ruby_resource_api.rb: manifests, the stored resources before, and settings. The manifests of a case share their state.
module Cases
  LIST = {}

  def self.add(name, *manifests, before: {}, noop: false, strict: 'warning')
    raise "two cases #{name}" if LIST.key?(name)

    LIST[name] = { 'manifests' => manifests, 'before' => before, 'noop' => noop, 'strict' => strict }
  end

  # Writes stored resources of a type, or a file.
  def self.write(directory, name, content)
    return File.write("#{directory}/#{name}", content) if content.is_a?(String)

    File.write("#{directory}/#{name}.json", "#{JSON.generate(content)}\n")
  end

  one = [{ name: 'a', ensure: 'present', text: 'x', count: 5, flag: true }]

  # A simple provider.
  add('simple create', "own_simple { 'a': text => 'x', count => 3, flag => true }", "own_simple { 'a': text => 'x', count => 3, flag => true }",
      "own_simple { 'a': text => 'y', count => 3, flag => false }", "own_simple { 'a': ensure => absent }", "own_simple { 'a': ensure => absent }")
  add('simple defaults', "own_simple { 'a': }", "own_simple { 'a': }")
  add('simple update', "own_simple { 'a': text => 'y', flag => true, count => 5 }", before: { 'own_simple' => one })
  add('simple update of unset', "own_simple { 'a': text => 'y', flag => true, count => 5 }", before: { 'own_simple' => [{ name: 'a', ensure: 'present', flag: true, count: 5 }] })
  add('simple noop', "own_simple { 'a': text => 'y', flag => false }", before: { 'own_simple' => one }, noop: true)
  add('simple noop metaparameter', "own_simple { 'a': text => 'y', noop => true }", before: { 'own_simple' => one })
  add('simple noop create', "own_simple { 'a': text => 'y' }", noop: true)
  add('simple absent with noop', "own_simple { 'a': ensure => absent }", before: { 'own_simple' => one }, noop: true)
  add('simple two', "own_simple { ['a', 'b']: text => 'q' } own_simple { 'c': ensure => absent }", before: { 'own_simple' => one + [{ name: 'c', ensure: 'present' }] })
  add('simple other name', "own_simple { 'title': name => 'a', text => 'n' }", "own_simple { 'title': name => 'a', text => 'n', ensure => absent }", before: { 'own_simple' => one })
  add('simple strings for numbers', "own_simple { 'a': count => '3' }")
  add('simple range', "own_simple { 'a': count => 101 }")
  add('simple boolean text', "own_simple { 'a': flag => 'true' }")
  add('simple undef', "own_simple { 'a': text => undef, count => undef }")
  add('simple number for text', "own_simple { 'a': text => 5 }")
  add('simple bad ensure', "own_simple { 'a': ensure => 'latest' }")
  add('simple unknown attribute', "own_simple { 'a': nothing => 'x' }")
  add('simple array', "own_simple { 'a': text => ['x', 'y'] }")
  add('simple single array', "own_simple { 'a': text => ['x'] }")
  add('simple empty text', "own_simple { 'a': text => '' }", "own_simple { 'a': text => '' }")
  add('simple name number', 'own_simple { "5": }')
  add('simple title with newline', "own_simple { \"a\\nb\": text => 'l' }", "own_simple { \"a\\nb\": text => 'l' }")
  add('simple loglevel and tags', "own_simple { 'a': loglevel => debug, tag => ['t'], text => 'x' }")

  # Data types.
  add('types create', "own_types { 'a': float => 1.5, number => 3, list => ['b', 'a'], table => { 'k' => 1, 'l' => 'm' }, color => 'red', " \
                      "pattern => 'a,b/', either => [1, 2], struct => { 'a' => 1 }, tuple => ['x', 1], anything => { 'a' => [1, undef] }, bool => true }",
      "own_types { 'a': float => 1.5, number => 3, list => ['b', 'a'], table => { 'k' => 1, 'l' => 'm' }, color => 'red', " \
      "pattern => 'a,b/', either => [1, 2], struct => { 'a' => 1 }, tuple => ['x', 1], bool => true }",
      "own_types { 'a': float => 2.5, number => 3.5, list => ['a', 'b'], table => { 'k' => 2 }, color => 'green', " \
      "pattern => '5', either => 'x', struct => { 'a' => 1, 'b' => 'c' }, tuple => ['y', 2], bool => false }")
  add('types bool', "own_types { 'a': bool => false }", "own_types { 'a': bool => false }", "own_types { 'a': bool => true }")
  add('types either false', "own_types { 'a': either => false }", "own_types { 'a': either => false }")
  add('types either text', "own_types { 'a': either => 'true' }", "own_types { 'a': either => true }")
  add('types list of one', "own_types { 'a': list => ['x'] }", "own_types { 'a': list => ['x'] }", "own_types { 'a': list => [] }", "own_types { 'a': list => [] }")
  add('types text for list', "own_types { 'a': list => 'x' }")
  add('types integer for float', "own_types { 'a': float => 1 }")
  add('types wrong element', "own_types { 'a': list => ['x', 1] }")
  add('types wrong table', "own_types { 'a': table => { 'k' => [1] } }")
  add('types wrong color', "own_types { 'a': color => 'yellow' }")
  add('types wrong pattern', "own_types { 'a': pattern => 'A' }")
  add('types wrong either', "own_types { 'a': either => 1.5 }")
  add('types wrong struct', "own_types { 'a': struct => { 'b' => 'x' } }")
  add('types wrong struct value', "own_types { 'a': struct => { 'a' => 'x' } }")
  add('types wrong tuple', "own_types { 'a': tuple => ['x'] }")
  add('types wrong number', "own_types { 'a': number => 'one' }")
  add('types number text', "own_types { 'a': number => '1' }")
  add('types default value', "own_types { 'a': anything => default }")
  add('types wrong bool', "own_types { 'a': bool => 'yes' }")
  add('types is symbol', "own_types { 'a': color => 'red' }", before: { 'own_types' => [{ name: 'a', ensure: 'present', color: 'blue', bool: false }] })

  # Canonical values.
  add('canon create', "own_canon { 'AbC': list => ['b', 'a'], mode => 420 }", "own_canon { 'abc': list => ['a', 'b'], mode => '0644' }",
      "own_canon { 'ABC': list => ['c', 'b'] }", "own_canon { 'Abc': ensure => absent }")
  add('canon other name', "own_canon { 'title': name => 'ABC', mode => 1 }", before: { 'own_canon' => [{ name: 'abc', ensure: 'present', mode: '0001' }] })
  add('canon wrong type', "own_canon { 'A': list => 'x' }")
  add('canon noop', "own_canon { 'A': list => ['z', 'x'] }", noop: true)
  bad = { 'own_canon_bad' => [{ name: 'a', ensure: 'present', text: 'x' }] }
  add('canon of provider', "own_canon_bad { 'a': text => 'x' }", before: bad)
  add('canon of provider, error', "own_canon_bad { 'a': text => 'x' }", before: bad, strict: 'error')
  add('canon of provider, off', "own_canon_bad { 'a': text => 'x' }", before: bad, strict: 'off')

  # The filter.
  add('filter', "own_filter { 'a': text => 'x' } own_filter { 'b': text => 'x' }", before: { 'own_filter' => [{ name: 'a', ensure: 'present', text: 'x' }] })
  add('filter delete', "own_filter { 'a': ensure => absent }", before: { 'own_filter' => [{ name: 'a', ensure: 'present', text: 'x' }] })

  # Runs without changes.
  add('noop feature', "own_noop { 'a': text => 'x' }", noop: true)
  add('noop feature, changes', "own_noop { 'a': text => 'x' }", "own_noop { 'a': text => 'y' }")

  # Comparison by the provider.
  state = { 'own_insync' => [{ name: 'a', ensure: 'present', text: 'ABC', list: %w[x y z], other: 'o', level: 5 }] }
  add('insync', "own_insync { 'a': text => 'abc', list => ['z', 'x'], other => 'o', level => 3 }", before: state)
  add('not insync', "own_insync { 'a': text => 'abd', list => ['w', 'z', 'v'], other => 'p', level => 8 }", before: state)
  add('not insync, noop', "own_insync { 'a': text => 'abd', list => ['w', 'z', 'v'], other => 'p', level => 8 }", before: state, noop: true)
  add('insync with wrong result', "own_insync { 'a': wrong => 'x' }", before: state)
  add('insync absent', "own_insync { 'b': text => 'x' }", before: state)
  add('trigger', "own_trigger { 'a': wanted => ['x', 'y'] }", "own_trigger { 'a': wanted => ['x', 'y'] }", "own_trigger { 'a': wanted => ['x', 'quiet'] }")
  add('trigger noop', "own_trigger { 'a': wanted => ['x', 'y'] }", noop: true)
  add('trigger missing', "own_trigger { 'a': }")

  # Several namevars.
  both = [{ package: 'php', manager: 'yum', ensure: 'present', version: '1' }, { package: 'php', manager: 'gem', ensure: 'present' }]
  add('software create', "own_software { 'php-yum': version => '1' } own_software { 'php-gem': ensure => absent }",
      "own_software { 'php-yum': version => '2' } own_software { 'php': manager => 'gem' }")
  add('software exists', "own_software { 'php-yum': version => '1' } own_software { 'php': manager => 'gem' }", before: { 'own_software' => both })
  add('software delete', "own_software { 'php-yum': ensure => absent }", before: { 'own_software' => both })
  add('software explicit', "own_software { 'any title': package => 'php', manager => 'yum', version => '2' }", before: { 'own_software' => both })
  add('software without manager', "own_software { 'php': }")
  add('untitled', "own_untitled { 'php-yum': version => '2' }", before: { 'own_untitled' => both })
  add('untitled, error', "own_untitled { 'php-yum': version => '2' }", before: { 'own_untitled' => both }, strict: 'error')
  add('mistitled', "own_mistitled { 'php-yum': version => '2' }", before: { 'own_mistitled' => both })
  add('mistitled, off', "own_mistitled { 'php-yum': version => '2' }", before: { 'own_mistitled' => both }, strict: 'off')
  add('pair', "own_pair { 'x': second => 1, text => 'a' }", "own_pair { 'x': second => 1, text => 'b' } own_pair { 'second x': first => 'x', second => 2 }",
      "own_pair { 'x': second => 1, ensure => absent }")
  add('pair incomplete', "own_pair { 'x': text => 'a' }")
  add('pair wrong', "own_pair { 'x': second => 'y' }")

  # Behaviours.
  image = { 'own_init' => [{ name: 'a', ensure: 'present', image: 'one', text: 't' }] }
  add('init create', "own_init { 'a': image => 'one' }", "own_init { 'a': image => 'one' }")
  add('init change', "own_init { 'a': image => 'two' }", before: image)
  add('init change, error', "own_init { 'a': image => 'two' }", before: image, strict: 'error')
  add('init change, off', "own_init { 'a': image => 'two' }", before: image, strict: 'off')
  add('init change, noop', "own_init { 'a': image => 'two' }", before: image, noop: true, strict: 'error')
  add('read only', "own_readonly { 'a': text => 'x' }", "own_readonly { 'a': text => 'x' }", "own_readonly { 'a': text => 'y' }")
  add('read only set', "own_readonly { 'a': checksum => 'x' }")
  add('setting', "own_setting { 'a': value => 5, unit => 's' }", "own_setting { 'a': value => 6, unit => 's' }", "own_setting { 'a': value => 'x' }",
      "own_setting { 'a': value => true }", "own_setting { 'a': value => true }", "own_setting { 'a': value => false }")
  add('setting without value', "own_setting { 'a': }")
  add('optional', "own_optional { 'a': text => 'x' }", "own_optional { 'a': text => 'x' }")
  add('optional create', "own_optional { 'a': text => 'x', ensure => present }", "own_optional { 'a': text => 'y' }", "own_optional { 'a': ensure => absent }")
  add('parameters', "own_params { 'a': target => 't', text => 'x', size => 1 }", "own_params { 'a': target => 'u', text => 'x', size => 1, force => false }",
      "own_params { 'a': target => 'u', text => 'y', size => 1, source => 's' }")
  add('parameter missing', "own_params { 'a': text => 'x', size => 1 }")
  add('parameter missing, absent', "own_params { 'a': ensure => absent }")
  add('attributes missing', "own_params { 'a': target => 't' }")
  add('attributes missing, absent', "own_params { 'a': target => 't', ensure => absent }", before: { 'own_params' => [{ name: 'a', ensure: 'present', text: 'x', size: 1 }] })
  add('parameter wrong', "own_params { 'a': target => 1, text => 'x', size => 1 }")
  add('parameter boolean text', "own_params { 'a': target => 't', force => 'true', text => 'x', size => 1 }")

  # Secrets.
  secret = { 'own_secret' => [{ name: 'a', ensure: 'present', password: 'p', token: 't' }] }
  add('secret create', "own_secret { 'a': password => Sensitive('p'), token => Sensitive('t'), key => Sensitive('k') }")
  add('secret same', "own_secret { 'a': password => Sensitive('p') }", before: secret)
  add('secret change', "own_secret { 'a': password => Sensitive('q'), token => 'u' }", before: secret)
  add('secret plain', "own_secret { 'a': password => 'q' }")
  add('secret token', "own_secret { 'a': token => Sensitive('u') }", before: secret)

  # What the provider returns.
  add('schema wrong value', "own_schema { 'a': size => 2 }", before: { 'own_schema' => [{ name: 'a', ensure: 'present', size: '2', list: [1, 'x'], token: 5, extra: 1, more: 2 }] })
  add('schema wrong value, error', "own_schema { 'a': size => 2 }", before: { 'own_schema' => [{ name: 'a', ensure: 'present', size: '2' }] }, strict: 'error')
  add('schema wrong value, off', "own_schema { 'a': size => 2 }", before: { 'own_schema' => [{ name: 'a', ensure: 'present', size: '2' }] }, strict: 'off')
  add('schema other resource', "own_schema { 'a': size => 2 }", before: { 'own_schema' => [{ name: 'b', ensure: 'gone', size: 1 }] })
  add('schema null', "own_schema { 'a': size => 2, list => [1] }", before: { 'own_schema' => [{ name: 'a', ensure: 'present', size: nil, list: nil }] })
  add('lost', "own_lost { 'a': }")
  add('unread', "own_unread { 'a': } own_unread { 'b': }")
  add('none', "own_none { 'a': }")

  add('symbols', "own_symbols { 'a': text => 'x', color => 'red', list => ['a', 'b'], flag => true } own_symbols { 'b': text => 'y' }")
  add('symbols, error', "own_symbols { 'a': color => 'red' }", strict: 'error')

  # Messages.
  add('logs', "own_logs { 'a': text => 'x' }")
  %w[raise creating processing failed simple].each { |how| add("fail #{how}", "own_fail { 'a': how => '#{how}' }") }
  add('fail unknown', "own_fail { 'a': how => 'other' }")
  add('id', "own_id { 'AB': }", "own_id { 'AB': text => 'x' }", "own_id { 'title': id => 'AB', text => 'y' }", "own_id { 'AB': ensure => absent }")
  add('id wrong', "own_id { 'zz': }")
  add('defaults', "own_defaults { ['a', 'b']: }", "own_defaults { ['a', 'b']: }", "own_defaults { 'a': no => true, yes => false, table => {}, list => [] }")
  add('defaults wrong', "own_defaults { 'a': bad => 'x' }")
  add('auto', "own_auto { 'a': path => '/x', users => ['u1', 'u2'] } file { '/x': noop => true } own_simple { ['base', 'u2', '$users']: } own_setting { 'a': value => 1 } " \
              "own_optional { ['n1', 'n2']: } own_init { 's1': } own_auto { 'b': }")
end
