notice('grφίe')
