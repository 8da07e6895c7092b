notice(inline_template('<% if %>'))
