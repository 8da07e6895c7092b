archive {
  '/srv/to/plain':    source => 'http://localhost:18473/file';
  '/srv/to/by-url':   url => 'http://localhost:18473/file', provider => wget;
  '/srv/to/moved':    source => 'http://localhost:18473/moved', provider => ruby;
  '/srv/to/secret':   source => 'http://localhost:18473/secret', username => 'user', password => 'päss wörd';
  '/srv/to/cookie':   source => 'http://localhost:18473/cookie', cookie => 'a=b';
  '/srv/to/checked':  source => 'http://localhost:18473/file', checksum_type => md5, checksum_url => 'http://localhost:18473/sums';
  '/srv/to/digested': url => 'http://localhost:18473/file', digest_type => md5, digest_url => 'http://localhost:18473/sums';
}
