#!/bin/sh
# Records the test data with the real programs: Puppet 7 and Ruby's OpenSSL for requests, the Debian package
# ruby-puppetserver-ca-cli for the directory of an authority, and the openssl program for keys.
# Usage: record.sh DIRECTORY-WITH-PUPPETSERVER-CA-CLI   (the `lib` directory of the gem puppetserver-ca)
set -eu
lib=$1
cd "$(dirname "$0")"
rm -rf ca keys requests
mkdir -p ca keys requests

openssl ecparam -name prime256v1 -genkey -noout -out keys/p256-sec1.pem
openssl ecparam -name secp384r1 -genkey -noout -out keys/p384-sec1.pem
openssl pkcs8 -topk8 -nocrypt -in keys/p256-sec1.pem -out keys/p256-pkcs8.pem
openssl pkcs8 -topk8 -nocrypt -in keys/p384-sec1.pem -out keys/p384-pkcs8.pem
openssl genrsa -traditional -out keys/rsa-pkcs1.pem 2048
openssl pkcs8 -topk8 -nocrypt -in keys/rsa-pkcs1.pem -out keys/rsa-pkcs8.pem
openssl genrsa -out keys/rsa-1024.pem 1024
openssl pkcs8 -topk8 -in keys/p256-sec1.pem -passout pass:x -out keys/encrypted.pem

for case in "sha1 rsa-pkcs8 -sha1" "weak rsa-1024 -sha256" "rsa-sha512 rsa-pkcs8 -sha512" "p384 p384-pkcs8 -sha384"; do
  set -- $case
  openssl req -new -key "keys/$2.pem" "$3" -subj "/CN=$1.example.com" -out "requests/$1.pem"
done
openssl req -new -key keys/p256-pkcs8.pem -subj "/CN=mail.example.com" -addext "subjectAltName=email:a@example.com" \
  -out requests/email.pem
openssl req -new -key keys/p256-pkcs8.pem -subj "/CN=usage.example.com" -addext "basicConstraints=CA:TRUE" \
  -out requests/usage.pem
ruby record.rb "$lib"
