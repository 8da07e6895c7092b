# A Sensitive value is not shown in a noop run
owned { 'x': secret => Sensitive('new') }
