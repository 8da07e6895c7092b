# frozen_string_literal: true

require 'json'
require 'net/http'

# Client of a PuppetDB without TLS, in the place of Puppet's HTTP client.
class PuppetDbClient
  Response = Struct.new(:code, :reason, :body) do
    def success?
      code == 200
    end

    def [](_name)
      nil
    end
  end

  def initialize(url)
    @url = url
  end

  def address(path)
    URI(@url + path)
  end

  def get(uri, **)
    send_request(Net::HTTP::Get.new(uri))
  end

  def post(uri, body, headers: {}, **)
    request = Net::HTTP::Post.new(uri, { 'Content-Type' => 'application/json' }.merge(headers))
    request.body = body
    send_request(request)
  end

  # Replaces all nodes by those of a list of exported resources, each with a catalog and facts.
  def replace_nodes(rows)
    known = JSON.parse(get(address('/pdb/query/v4/nodes')).body).map { |node| node['certname'] }
    nodes = rows.group_by { |row| row.fetch('node') }
    (known - nodes.keys).each { |node| command('deactivate_node', 3, { certname: node, producer_timestamp: now }) }
    nodes.each do |node, own|
      command('replace_facts', 5, { certname: node, environment: 'production', producer_timestamp: now, producer: nil,
                                    values: { 'fqdn' => node } })
      command('replace_catalog', 9, catalog(node, own))
    end
  end

  private

  def catalog(node, rows)
    resources = rows.map do |row|
      { type: row['type'], title: row['title'], parameters: row['parameters'] || {}, exported: true,
        tags: [row['type'].downcase, *row['tags']].uniq, file: nil, line: nil }
    end
    { certname: node, version: '1', environment: 'production', transaction_uuid: nil, catalog_uuid: nil, code_id: nil,
      job_id: nil, producer_timestamp: now, producer: nil, resources: resources, edges: [] }
  end

  def command(name, version, document)
    query = URI.encode_www_form('command' => name, 'version' => version, 'certname' => document[:certname],
                                'producer-timestamp' => document[:producer_timestamp], 'secondsToWaitForCompletion' => 60)
    reply = post(address("/pdb/cmd/v1?#{query}"), JSON.generate(document))
    raise "#{name} of #{document[:certname]}: #{reply.code} #{reply.body}" unless reply.success?
  end

  # Later than all earlier commands.
  def now
    sleep 0.002
    Time.now.utc.iso8601(3)
  end

  def send_request(request)
    reply = Net::HTTP.start(request.uri.hostname, request.uri.port) { |http| http.request(request) }
    Response.new(reply.code.to_i, reply.message, reply.body)
  end
end
