"""Wrong requests that a server has to answer with puppetserver's status, and the reasons why the status of some is another one.

The requests in `tests/recorders/puppetserver/groups.py` are others: their replies are recorded and compared by `cargo test`."""
import dataclasses
import json
import urllib.parse

NODE, OTHER, ADMIN = 'node1.example.com', 'node2.example.com', 'admin.example.com'
FORM = 'application/x-www-form-urlencoded'
RICH = 'application/vnd.puppet.rich+json, application/json'
PRODUCTION = 'environment=production'
REPEATED = 'a field that is repeated has one value'
JAVA = 'the Java server fails to parse the name'
PATTERN = 'a name is compared as it is; puppetserver takes the name in the path for a pattern'
DOTS = 'every path with dots is a wrong request, whatever it denotes without them'
MEDIA = 'the content type of an upload is checked, not what the client accepts'
DIGEST = '277c4325c479b89399cdf199f6b07b876877c679897640e1d737e213e1af8b20'


@dataclasses.dataclass
class Request:
    """A request, the node whose certificate it has, and the reason for another status than puppetserver's."""
    name: str
    method: str
    path: str
    client: str | None = NODE
    body: str | bytes | None = None
    headers: dict = dataclasses.field(default_factory=dict)
    reason: str = ''


def get(name, path, client=NODE, accept='application/json', reason=''):
    return Request(name, 'GET', path, client, None, {'Accept': accept}, reason)


def send(name, method, path, body='', content_type='application/json', client=NODE, reason='', **headers):
    headers = {name.replace('_', '-').title(): value for name, value in headers.items()}
    kind = {'Content-Type': content_type} if content_type else {}
    return Request(name, method, path, client, body, {'Accept': RICH, **kind, **headers}, reason)


def document(**changes):
    values = {'os': {'name': 'Debian', 'family': 'Debian', 'release': {'full': '12.11', 'major': '12'}}, 'm': 'x', 'm_external': 'x'}
    times = {'timestamp': '2026-01-01T10:00:00+00:00', 'expiration': '2036-01-01T10:00:00+00:00'}
    fields = {'name': NODE, 'values': values, **times, **changes}
    return json.dumps({name: value for name, value in fields.items() if value is not None})


def form(*more, facts=None):
    """Returns the form of a catalog request, with further fields at its end."""
    facts = document() if facts is None else facts
    fields = [('environment', 'production'), ('facts_format', 'application/json'), ('facts', urllib.parse.quote(facts)), *more]
    return urllib.parse.urlencode(fields)


def catalog(name, body, content_type=FORM, node=NODE, client=NODE, reason='', query=PRODUCTION, **headers):
    path = f'/puppet/v3/catalog/{node}?{query}'
    return send(name, 'POST', path, body, content_type, client, reason, **headers)


def malformed():
    return [
        catalog('catalog: facts are a number', form(facts='1')),
        catalog('catalog: facts are a text', form(facts='"facts"')),
        catalog('catalog: values of facts are a list', form(facts=document(values=[1]))),
        catalog('catalog: values of facts are a text', form(facts=document(values='x'))),
        catalog('catalog: name of facts is a number', form(facts=document(name=1))),
        catalog('catalog: facts are cut', form(facts=document()[:-20])),
        catalog('catalog: facts are followed by text', form(facts=document() + 'x')),
        catalog('catalog: timestamp of facts is a text', form(facts=document(timestamp='yesterday')),
                reason='the times of facts are not read'),
        catalog('catalog: expiration of facts is a number', form(facts=document(expiration=1))),
        catalog('catalog: facts without timestamps', form(facts=document(timestamp=None, expiration=None))),
        catalog('catalog: no form', 'facts', reason='a field without an equals sign is empty; puppetserver ignores it'),
        catalog('catalog: a form of separators', '&&=&='),
        catalog('catalog: facts twice', form(('facts', urllib.parse.quote(document()))), reason=REPEATED),
        catalog('catalog: environment twice', form(('environment', 'production')), reason=REPEATED),
        catalog('catalog: static_catalog is a text', form(('static_catalog', 'perhaps'))),
        catalog('catalog: checksum_type is empty', form(('checksum_type', ''))),
        catalog('catalog: transaction_uuid is none', form(('transaction_uuid', 'x'))),
        catalog('catalog: an unknown field', form(('unknown', 'x'))),
        catalog('catalog: a megabyte that is no form', 'a' * 1_000_000),
        catalog('catalog: another character set', form(), f'{FORM}; charset=iso-8859-1'),
        catalog('catalog: content type in capital letters', form(), FORM.upper()),
        catalog('catalog: content type with a space', form(), f' {FORM} '),
        catalog('catalog: content type is a word', form(), 'form'),
        catalog('catalog: declared as gzip', form(), content_encoding='gzip'),
    ]


def of_other_nodes():
    reasons = {'wildcard': PATTERN, 'list': JAVA}
    wrong = [('other', OTHER), ('short name', 'node1'), ('final dot', f'{NODE}.'), ('encoded other', 'node2%2Eexample.com'),
             ('letter more', f'{NODE}m'), ('wildcard', '*.example.com'), ('list', f'{NODE},{OTHER}'), ('underscore', 'node1_example.com'),
             ('encoded slash', f'{NODE}%2F{OTHER}'), ('semicolon', f'{OTHER};{NODE}')]
    requests = [catalog(f'catalog of a wrong node: {name}', form(), node=node, reason=reasons.get(name, '')) for name, node in wrong]
    requests += [get(f'node of a wrong node: {name}', f'/puppet/v3/node/{node}?{PRODUCTION}', reason=reasons.get(name, ''))
                 for name, node in wrong]
    return [
        *requests,
        catalog('catalog without certificate', form(), client=None),
        catalog('catalog of a node by another', form(), client=OTHER),
        send('facts of a node by another', 'PUT', f'/puppet/v3/facts/{NODE}?{PRODUCTION}', document(), client=OTHER),
        send('report of a node by another', 'PUT', f'/puppet/v3/report/{NODE}?{PRODUCTION}', '{}', client=OTHER),
        send('facts by the administrator', 'PUT', f'/puppet/v3/facts/{NODE}?{PRODUCTION}', document(), client=ADMIN),
        get('certificates by a node', '/puppet-ca/v1/certificate_statuses/all'),
        send('certificate signed by a node', 'PUT', f'/puppet-ca/v1/certificate_status/{OTHER}', '{"desired_state":"signed"}'),
        send('certificate deleted by a node', 'DELETE', f'/puppet-ca/v1/certificate_status/{OTHER}', None),
        send('certificates cleaned by a node', 'PUT', '/puppet-ca/v1/clean', f'{{"certnames":["{OTHER}"]}}'),
    ]


def of_environments():
    wrong = [('dot', 'a.b'), ('space', 'a%20b'), ('final space', 'production%20'), ('encoded slash', 'dev%2Fproduction'),
             ('letters', 'x' * 300), ('umlaut', '%C3%A4'), ('NUL', 'production%00'), ('newline', 'production%0A'),
             ('capital letters', 'PRODUCTION'), ('dots', '..'), ('number', '1'), ('underscore', '_'), ('asterisk', '*'),
             ('list', 'production,dev'), ('plus', 'production+')]
    reasons = {'newline': 'a name with a line break at its end is a wrong one too', 'number': 'puppetserver takes the name for a number'}
    path = '/puppet/v3/file_metadata/modules/m/a.txt'
    requests = [get(f'node in environment: {name}', f'/puppet/v3/node/{NODE}?environment={value}', reason=reasons.get(name, ''))
                for name, value in wrong]
    requests += [get(f'metadata in environment: {name}', f'{path}?environment={value}', reason=reasons.get(name, ''))
                 for name, value in wrong[:8]]
    return [
        *requests,
        get('environment as a list', f'{path}?environment[]=production'),
        get('environment in capital letters', f'{path}?ENVIRONMENT=production'),
        get('environment after a semicolon', f'{path}?x=1;environment=production'),
        get('environment without value', f'{path}?environment'),
        get('classes of no environment', '/puppet/v3/environment_classes', ADMIN),
        get('classes of an unknown environment', '/puppet/v3/environment_classes?environment=nope', ADMIN),
        get('classes by a node', f'/puppet/v3/environment_classes?{PRODUCTION}'),
        send('report in an unknown environment', 'PUT', f'/puppet/v3/report/{NODE}?environment=nope', '{}'),
        send('report without environment', 'PUT', f'/puppet/v3/report/{NODE}', '{}'),
    ]


def of_content_types():
    report, facts = f'/puppet/v3/report/{NODE}?{PRODUCTION}', f'/puppet/v3/facts/{NODE}?{PRODUCTION}'
    node, bucket = f'/puppet/v3/node/{NODE}?{PRODUCTION}', f'/puppet/v3/file_bucket_file/sha256/{DIGEST}?{PRODUCTION}'
    return [
        send('report as text', 'PUT', report, '{}', 'text/plain'),
        send('report as form', 'PUT', report, '{}', FORM),
        send('report as octets', 'PUT', report, '{}', 'application/octet-stream'),
        send('report without content type', 'PUT', report, '{}', None),
        send('report is a list', 'PUT', report, '[]'),
        send('report is a number', 'PUT', report, '1'),
        send('report is cut', 'PUT', report, '{"host":'),
        send('report is empty', 'PUT', report, ''),
        send('report without fields', 'PUT', report, '{}'),
        send('report of another node in its content', 'PUT', report, json.dumps({'host': OTHER}),
             reason='the name of the node is checked before the other fields'),
        send('facts as YAML', 'PUT', facts, '--- {}', 'text/yaml'),
        send('facts are a list', 'PUT', facts, '[]'),
        send('facts with a list of values', 'PUT', facts.replace(NODE, OTHER), document(name=OTHER, values=[1]), client=OTHER,
             reason='facts that are not a hash are refused; puppetserver stores them'),
        send('facts are null', 'PUT', facts, 'null'),
        get('node as an image', node, accept='image/png'),
        get('node as any application', node, accept='application/*'),
        get('node with an empty Accept', node, accept=''),
        get('node with an asterisk', node, accept='*'),
        get('node with refused JSON', node, accept='application/json;q=0'),
        get('content as JSON', f'/puppet/v3/file_content/modules/m/a.txt?{PRODUCTION}'),
        send('bucket as text', 'PUT', bucket, 'x', 'text/plain', reason=MEDIA),
        send('bucket as JSON', 'PUT', bucket, '{}', reason=MEDIA),
        get('missing content of the bucket as JSON', bucket, reason='what the client accepts is checked before the content is searched'),
        send('request for a certificate as JSON', 'PUT', '/puppet-ca/v1/certificate_request/new.example.com', '{}', client=None,
             reason='a request that cannot be read is a wrong request, not a failure of the server'),
    ]


def of_paths():
    content, many = '/puppet/v3/file_content', '/puppet/v3/file_metadatas'
    wrong = ['plugins/../../../../etc/passwd', 'plugins/%2e%2e/%2e%2e/etc/passwd', 'plugins/..%2f..%2fetc%2fpasswd',
             'modules/m/....//a.txt', 'extra/../e.txt', 'extra/..', 'extra/%2e%2e%2fx', 'modules/m/a.txt/..', 'modules/m/a.txt/',
             'modules/m/a.txt/x', 'modules/..', 'modules/%2e', 'modules/m/%c0%ae%c0%ae/x', 'modules/m/..;/a.txt',
             'modules/m/a.txt%20', 'modules/m/a.txt?x=..', 'modules/m/~root', 'modules/m/%2fetc%2fpasswd', 'modules/m/C:%5ca.txt',
             'pluginfacts/..', 'locales/..', 'tasks/m/../a.txt', 'scripts/m/../../a.txt']
    reasons = {'plugins/../../../../etc/passwd': DOTS, 'modules/m/%c0%ae%c0%ae/x': 'text that is not UTF-8 is a wrong request'}
    requests = []
    for path in wrong:
        mark = '&' if '?' in path else '?'
        requests.append(get(f'content of {path}', f'{content}/{path}{mark}{PRODUCTION}', accept='application/octet-stream',
                            reason=reasons.get(path, '')))
    return [
        *requests,
        get('metadatas of dots', f'{many}/plugins/..?{PRODUCTION}'),
        get('metadatas of a file', f'{many}/modules/m/a.txt?{PRODUCTION}&recurse=true'),
        get('metadatas of a missing directory', f'{many}/modules/m/none?{PRODUCTION}&recurse=true'),
        get('catalog of dots', f'/puppet/v3/catalog/..?{PRODUCTION}'),
        get('catalog of encoded dots', f'/puppet/v3/catalog/%2e%2e?{PRODUCTION}'),
        get('catalog of dots before the name', f'/puppet/v3/catalog/../catalog/{NODE}?{PRODUCTION}'),
        send('report of dots', 'PUT', f'/puppet/v3/report/../{NODE}?{PRODUCTION}', '{}'),
        send('facts of encoded dots', 'PUT', f'/puppet/v3/facts/%2e%2e%2f{NODE}?{PRODUCTION}', document()),
        get('certificate of dots', '/puppet-ca/v1/certificate/../ca_key'),
        get('certificate of encoded dots', '/puppet-ca/v1/certificate/..%2f..%2fca_key'),
        get('certificate of a path', '/puppet-ca/v1/certificate/a/b'),
        get('certificate with a capital letter', '/puppet-ca/v1/certificate/Unknown.example.com'),
        get('bucket of dots', f'/puppet/v3/file_bucket_file/sha256/../x?{PRODUCTION}', accept='application/octet-stream'),
        get('bucket of a short digest', f'/puppet/v3/file_bucket_file/sha256/abc?{PRODUCTION}', accept='application/octet-stream'),
        get('bucket of another algorithm', f'/puppet/v3/file_bucket_file/crc32/abc?{PRODUCTION}', accept='application/octet-stream'),
        get('bucket without digest', f'/puppet/v3/file_bucket_file/sha256?{PRODUCTION}', accept='application/octet-stream'),
        get('status of dots', '/status/v1/../v1/simple', reason=DOTS),
        get('static content without version', f'/puppet/v3/static_file_content/modules/m/files/a.txt?{PRODUCTION}'),
        get('static content of dots', f'/puppet/v3/static_file_content/../x?{PRODUCTION}&code_id=1'),
    ]


def of_unknown_endpoints():
    paths = ['/puppet/v3/report', '/puppet/v3/facts', '/puppet/v3/catalog', '/puppet/v3/file_content',
             '/puppet/v3/environments/production', '/puppet/v3/environment/production', '/puppet/v5/node/x',
             '/puppet/v3/certificate_request/x', '/pdb/query/v4/nodes',
             '/pdb/meta/v1/version', '/classifier-api/v1/groups', '/rbac-api/v1/users', '/orchestrator/v1/jobs',
             '/.git/config', '/robots.txt', '/puppet/experimental/x', '/puppet/v3/%00', '/status/v1/simple/none',
             '/status/v1/services/none', '/status/v1/services/ca/x',
             '/status/v1/none', '/puppet-ca/v1/certificates', '/puppet-ca/v1/certificate_revocation_list/none', '/puppet-ca/v1/sign',
             '/puppet-ca/v1/expirations/x', '/metrics/v2', '/puppet-admin-api/v2/x']
    reasons = {'/puppet-ca/v1/expirations/x': 'unknown paths of the authority are refused',
               '/pdb/query/v4/nodes': 'queries need a permission, which is checked first; puppetserver answers none',
               '/metrics/v2': 'metrics of the JVM do not exist'}
    return [get(f'unknown: {path}', path, reason=reasons.get(path, '')) for path in paths]


def of_methods():
    pairs = [('GET', f'/puppet/v3/report/{NODE}'), ('POST', f'/puppet/v3/facts/{NODE}'), ('DELETE', f'/puppet/v3/facts/{NODE}'),
             ('PUT', '/puppet/v3/environments'), ('POST', '/puppet/v3/environments'), ('POST', '/status/v1/simple'),
             ('PUT', '/status/v1/services'), ('DELETE', '/status/v1/services'), ('PUT', '/puppet-ca/v1/certificate/ca'),
             ('DELETE', f'/puppet-ca/v1/certificate_request/{NODE}'),
             ('POST', f'/puppet-ca/v1/certificate_status/{NODE}'), ('GET', '/puppet-ca/v1/clean'), ('POST', '/puppet-ca/v1/clean'),
             ('POST', '/puppet-ca/v1/certificate_revocation_list/ca'), ('PATCH', f'/puppet/v3/catalog/{NODE}'), ('CONNECT', '/puppet/v3/x'),
             ('DELETE', f'/puppet/v3/file_bucket_file/sha256/{DIGEST}'), ('POST', '/puppet/v3/file_metadatas/plugins'),
             ('get', f'/puppet/v3/node/{NODE}'), ('PROPFIND', f'/puppet/v3/node/{NODE}'), ('OPTIONS', '*')]
    reasons = {'get': 'methods are compared with their letter case, as HTTP requires'}
    return [send(f'{method} {path}', method, path if path == '*' else f'{path}?{PRODUCTION}',
                 None if method in ('GET', 'DELETE', 'get') else '', 'text/plain', reason=reasons.get(method, ''))
            for method, path in pairs]


ALL = [*malformed(), *of_other_nodes(), *of_environments(), *of_content_types(), *of_paths(), *of_unknown_endpoints(), *of_methods()]
