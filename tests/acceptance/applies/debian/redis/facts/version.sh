#!/bin/sh
redis-server -v 2>/dev/null | sed -n 's/.*v=\([0-9.]*\).*/redis_server_version=\1/p'
