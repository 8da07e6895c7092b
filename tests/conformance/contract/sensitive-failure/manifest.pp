# A Sensitive value is not shown where setting it fails
owned { 'bad': secret => Sensitive('new') }
