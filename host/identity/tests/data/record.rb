# Records requests of Puppet::SSL::CertificateRequest, and the directory that `puppetserver ca setup` writes.
require 'puppet'
require 'fileutils'
require 'tmpdir'
$LOAD_PATH.unshift ARGV.fetch(0)
require 'puppetserver/ca/local_certificate_authority'
require 'puppetserver/ca/x509_loader'

scratch = Dir.mktmpdir
at_exit { FileUtils.remove_entry(scratch) }
Puppet.initialize_settings(['--confdir', File.join(scratch, 'conf'), '--vardir', File.join(scratch, 'var')])
Puppet::SSL::Oids.register_puppet_oids

def request(file, name, key, options)
  csr = Puppet::SSL::CertificateRequest.new(name)
  csr.generate(OpenSSL::PKey.read(File.read("keys/#{key}.pem")), options)
  File.write("requests/#{file}.pem", csr.to_s)
  lines = ["fingerprint #{csr.fingerprint}"] + csr.subject_alt_names.map { |name| "name #{name}" } +
          csr.custom_attributes.map { |attribute| "attribute #{attribute['oid']} #{attribute['value']}" } +
          csr.request_extensions.map { |extension| "extension #{extension['oid']} #{extension['value']}" }
  File.write("requests/#{file}.txt", lines.join("\n") + "\n")
end

request('puppet', 'web.example.com', 'rsa-pkcs8',
        csr_attributes: { '1.2.840.113549.1.9.7' => 'token_1@x', '1.3.6.1.4.1.34380.1.2.9' => 'note' },
        extension_requests: { 'pp_role' => 'web', 'pp_environment' => 'production', '1.3.6.1.4.1.34380.1.2.1.1' => "gr\u00fcn" })
request('names', 'db.example.com', 'rsa-pkcs8', dns_alt_names: 'db, IP:192.0.2.7,DNS:other.example.com', extension_requests: { 'pp_auth_role' => 'compiler' })
request('plain', 'plain.example.com', 'rsa-pkcs8', {})
request('client', 'client.example.com', 'rsa-pkcs8', extension_requests: { '1.3.6.1.4.1.34380.1.3.39' => 'true' })

# As Puppetserver::Ca::Action::Setup, without the change of owners.
settings = { cacert: 'ca/ca_crt.pem', cakey: 'ca/ca_key.pem', cacrl: 'ca/ca_crl.pem', serial: 'ca/serial',
             keylength: 2048, ca_ttl: 20 * 365 * 86_400, root_ca_name: 'Puppet Root CA: 0123456789abcd', ca_name: 'Puppet CA: puppet.example.com',
             certname: 'puppet.example.com', subject_alt_names: '', csr_attributes: 'none',
             hostprivkey: 'none', hostpubkey: 'none' }
FileUtils.mkdir_p(['ca/signed', 'ca/requests'])
ca = Puppetserver::Ca::LocalCertificateAuthority.new(OpenSSL::Digest::SHA256.new, settings)
root_key, root_cert, root_crl = ca.create_root_cert
ca.create_intermediate_cert(root_key, root_cert)
File.write('ca/serial', '001')
_, server_cert = ca.create_server_cert
raise ca.errors.join(', ') unless ca.errors.empty?

File.write('ca/ca_crt.pem', [ca.cert, root_cert].map(&:to_s).join)
File.write('ca/ca_crl.pem', [ca.crl, root_crl].map(&:to_s).join)
File.write('ca/ca_key.pem', ca.key.to_s)
File.write('ca/ca_pub.pem', ca.key.public_key.to_s)
File.write('ca/infra_crl.pem', [ca.crl, root_crl].map(&:to_s).join)
File.write('ca/infra_inventory.txt', "puppet.example.com\n")
File.write('ca/infra_serials', "#{server_cert.serial}\n")
File.write('ca/inventory.txt', ca.inventory_entry(server_cert) + "\n")
File.write('ca/signed/puppet.example.com.pem', server_cert.to_s)
File.write('ca/requests/.keep', '')
File.write('ca/serial', "%04X\n" % (server_cert.serial.to_i + 1))
