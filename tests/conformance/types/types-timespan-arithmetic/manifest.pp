# The remainder of a timespan is a number of seconds
notice(Timespan(90) + 1, Timespan(90) - Timespan(1), Timespan(90) * 2, Timespan(90) / 2, Timespan(90) / Timespan(7), Timespan(90) % 7, -Timespan(5))
