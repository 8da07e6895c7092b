# A Sensitive value is not shown
owned { 'x': secret => Sensitive('new') }
owned { 'y': secret => Sensitive('old') }
