# A text can not be added to a timespan
notice(Timespan(1) + 'a')
