# extra
class a { class b { notify { 'ab': } } define d() { notify { "abd-$title": } } include a::b a::d { 'q': } }
include a
