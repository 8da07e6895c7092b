notice(template('web/x.erb'))
