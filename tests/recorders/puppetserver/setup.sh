#!/bin/bash
# Creates the configuration of puppetserver (Debian package, 7.9.5) and of the agent in a directory, with copies of the recorder, of
# the code, the requests and the authority in host/server/tests/data. Then run `DIRECTORY/record.py`.
#
#     setup.sh DIRECTORY [--new-ca | --static]
#
# With --static, the code has the environments for `DIRECTORY/record.py --group static`.
#
# With --new-ca also creates `ca-directory/`: a CA and the certificates of puppet, admin, node1, node2, broken and
# revoked.example.com. This starts the server.
set -e
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
root=$(cd "$1" && pwd)
cp "$here"/*.py "$root/"
cp -a "$here"/../../../host/server/tests/data/{code,requests,ca-directory} "$root/"
# The environments of static catalogs.
[ "$2" = --static ] && cp -a "$here"/../../../host/server/tests/data/static/environments "$root/code/"
ps=$root/ps
mkdir -p "$ps"/{puppet,server/conf.d,server/services.d,var,run,log,ssl,gems,tmp} "$root"/agent "$root"/code/environments/{dev,syntax,production}/modules
cp /etc/puppet/puppetserver/conf.d/* "$ps/server/conf.d/"
cp /etc/puppet/puppetserver/services.d/* "$ps/server/services.d/"
cp /etc/puppet/puppetserver/*.xml "$ps/server/"
cp /etc/puppet/hiera.yaml "$ps/puppet/"
sed -i "s#/etc/puppet/puppetserver#$ps/server#" "$ps"/server/conf.d/{global,webserver}.conf
sed -i 's/0\.0\.0\.0/127.0.0.1/' "$ps/server/conf.d/webserver.conf"
sed -i "s#/var/log/puppetserver#$ps/log#" "$ps"/server/*.xml
sed -i "s#server-conf-dir: .*#server-conf-dir: $ps/puppet#
s#server-code-dir: .*#server-code-dir: $root/code#
s#server-var-dir: .*#server-var-dir: $ps/var#
s#server-run-dir: .*#server-run-dir: $ps/run#
s#server-log-dir: .*#server-log-dir: $ps/log#
s#gem-home: .*#gem-home: $ps/gems#
s/#max-active-instances: 1/max-active-instances: 1/
s/^    # (optional) maximum number/    environment-class-cache-enabled: true\n\n&/" "$ps/server/conf.d/puppetserver.conf"
# The default rules deny these paths to everybody.
sed -i '0,/^    rules: \[/s##    rules: [\
        {\
            \# Added to the default rules: admin.example.com may use what the default rules deny to everybody.\
            match-request: {\
                path: "^/(puppet/v3/(environment_classes|environment_modules|environment_transports|plans|compile)|puppet/v4/catalog|puppet-admin-api|metrics)"\
                type: regex\
                method: [get, post, delete, put]\
            }\
            allow: "admin.example.com"\
            sort-order: 400\
            name: "administration by admin.example.com"\
        },#' "$ps/server/conf.d/auth.conf"
cat >"$ps/puppet/puppet.conf" <<CONF
[main]
certname = puppet.example.com
server = localhost
serverport = 8140
ssldir = $ps/ssl
codedir = $root/code
basemodulepath = $root/code/modules
dns_alt_names = puppet.example.com,puppet,localhost,IP:127.0.0.1
ca_name = Marotte Test CA
[server]
cadir = $ps/ca
vardir = $ps/var
[agent]
CONF
printf '[extra]\n  path %s/code/extra\n' "$root" >"$ps/puppet/fileserver.conf"
cat >"$root/agent/puppet.conf" <<CONF
[main]
server = localhost
serverport = 8141
certname = agent.example.com
ssldir = $root/agent/ssl
vardir = $root/agent/var
codedir = $root/agent/code
logdir = $root/agent/log
rundir = $root/agent/run
publicdir = $root/agent/public
CONF
cat >"$ps/start.sh" <<'SCRIPT'
#!/bin/bash
# Starts puppetserver in the background on 127.0.0.1:8140 and waits until it answers.
cd @PS@ || exit 1
umask 022
setsid nice -n 19 java -Xms512m -Xmx1g -Djruby.logger.class=com.puppetlabs.jruby_utils.jruby.Slf4jLogger \
  -Djruby.lib=/usr/share/jruby/lib -Djava.io.tmpdir=@PS@/tmp -Dlogappender=F1 \
  -jar /usr/share/puppetserver/puppetserver.jar \
  --config @PS@/server/conf.d --bootstrap-config @PS@/server/services.d \
  --restart-file @PS@/run/restart >>log/out.txt 2>&1 </dev/null &
echo $! >run/pid
for _ in $(seq 300); do
  if [ "$(curl -ks https://127.0.0.1:8140/status/v1/simple)" = running ]; then exit 0; fi
  kill -0 "$(cat run/pid)" || exit 1
  sleep 1
done
exit 1
SCRIPT
cat >"$ps/code-id.sh" <<'SCRIPT'
#!/bin/sh
# Prints the code_id of an environment (setting code-id-command).
echo "code-$1-1"
SCRIPT
cat >"$ps/code-content.sh" <<'SCRIPT'
#!/bin/sh
# Prints the content of a file of an environment (setting code-content-command): ENVIRONMENT CODE_ID PATH.
[ "$2" = "code-$1-1" ] || { echo "unknown code_id '$2'" >&2; exit 1; }
exec cat "@ROOT@/code/environments/$1/$3"
SCRIPT
sed -i "s#@PS@#$ps#g; s#@ROOT@#$root#g" "$ps"/*.sh
chmod 755 "$ps"/*.sh
if [ "$2" = --new-ca ]; then
  conf=(--config "$ps/puppet/puppet.conf")
  rm -rf "$ps/ca" "$ps/ssl" "$root/ca-directory"
  puppetserver ca setup "${conf[@]}"
  puppetserver ca generate --ca-client --certname admin.example.com "${conf[@]}"
  "$ps/start.sh"
  for name in node1 node2 broken revoked; do
    puppetserver ca generate --certname $name.example.com "${conf[@]}"
  done
  puppetserver ca revoke --certname revoked.example.com "${conf[@]}"
  kill "$(cat "$ps/run/pid")"
  mkdir -p "$root/ca-directory"
  cp -a "$ps/ca" "$ps/ssl" "$root/ca-directory/"
fi
