notice(template('x.erb'))
