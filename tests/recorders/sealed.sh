#!/bin/sh
# Records keys, certificates and messages of the openssl program for the tests of host/eyaml and tests/cli/sealed_environments.rs.
# Each run writes other keys.
#
# usage: tests/recorders/sealed.sh host/eyaml/tests/data
set -eu
mkdir -p "$1"
cd "$1"
authority() { # NAME
    openssl req -x509 -newkey rsa:2048 -nodes -keyout "$1.key" -out "$1.pem" -days 36500 -subj "/CN=Puppet CA: $1" 2>/dev/null
}
node() { # NAME CA SERIAL KEY-OPTIONS…
    name=$1 ca=$2 serial=$3
    shift 3
    openssl genpkey "$@" -out "$name.key" 2>/dev/null
    openssl req -new -key "$name.key" -subj "/CN=$name.example.com" |
        openssl x509 -req -CA "$ca.pem" -CAkey "$ca.key" -set_serial "$serial" -days 36500 -out "$name.pem" 2>/dev/null
}
expired() { # CA
    : > index.txt
    printf '%s\n' '[ca]' 'default_ca = d' '[d]' 'database = index.txt' 'new_certs_dir = .' 'default_md = sha256' 'policy = p' 'rand_serial = yes' \
        '[p]' 'commonName = supplied' > ca.cnf
    openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout expired.key -subj /CN=expired.example.com -out expired.csr 2>/dev/null
    openssl ca -batch -config ca.cnf -cert "$1.pem" -keyfile "$1.key" -in expired.csr -out expired.pem -notext -startdate 20000101000000Z \
        -enddate 20010101000000Z 2>/dev/null
    find . -name '[0-9A-F]*.pem' -delete
    rm -f index.txt* ca.cnf expired.csr expired.key
}
message() { # FILE OPTIONS…
    file=$1
    shift
    printf 's3cret é' | openssl cms -encrypt -binary -outform DER -out "$file" "$@"
}
authority ca
node rsa1 ca 1 -algorithm RSA -pkeyopt rsa_keygen_bits:2048
node rsa2 ca 2 -algorithm RSA -pkeyopt rsa_keygen_bits:2048
node p256 ca 3 -algorithm EC -pkeyopt ec_paramgen_curve:P-256
node other256 ca 4 -algorithm EC -pkeyopt ec_paramgen_curve:P-256
node p384 ca 5 -algorithm EC -pkeyopt ec_paramgen_curve:P-384
expired ca
authority other_ca
node stranger other_ca 1 -algorithm EC -pkeyopt ec_paramgen_curve:P-256
openssl rsa -in rsa1.key -traditional -out rsa1.pkcs1.key 2>/dev/null
openssl ec -in p256.key -out p256.sec1.key 2>/dev/null
# The defaults of the program: SHA-1 in the key agreement.
message rsa-and-p256.der -aes256 rsa1.pem p256.pem
message p384-aes128.der -aes128 p384.pem
message sha256.der -aes256 -recip p256.pem -keyopt ecdh_kdf_md:sha256
message sha512.der -aes192 -recip p384.pem -keyopt ecdh_kdf_md:sha512
rm -f other_ca.key stranger.key
