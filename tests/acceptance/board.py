"""Puppetboard in a virtual environment, for sets that need a dashboard."""
import os
import pathlib
import subprocess
import sys

VERSION = '7.0.4'
NAME = 'board.example.com'


def environment(directory):
    given = os.environ.get('PUPPETBOARD_ENVIRONMENT')
    if given:
        return pathlib.Path(given)
    made = directory / 'environment'
    try:
        subprocess.run([sys.executable, '-m', 'venv', made], check=True)
        subprocess.run([made / 'bin/pip', 'install', '--quiet', f'puppetboard=={VERSION}', 'waitress'], check=True, capture_output=True, timeout=300)
    except (subprocess.SubprocessError, OSError) as error:
        print(f'SKIPPED: Puppetboard cannot be installed: {error}', file=sys.stderr)
        sys.exit(2)
    return made


def settings(ssl, port):
    """Returns the settings of a Puppetboard that requests a server on a port, with the certificate of its name in a directory `ssl`."""
    return (f"PUPPETDB_HOST = 'localhost'\nPUPPETDB_PORT = {port}\nPUPPETDB_SSL_VERIFY = '{ssl}/certs/ca.pem'\n"
            f"PUPPETDB_KEY = '{ssl}/private_keys/{NAME}.pem'\nPUPPETDB_CERT = '{ssl}/certs/{NAME}.pem'\n"
            "SECRET_KEY = 'x' * 32\nENABLE_CATALOG = True\nENABLE_QUERY = True\nDEFAULT_ENVIRONMENT = 'production'\n"
            "SCHEDULER_ENABLED = False\n")
