# Also a date that does not exist is rejected by its form.
notice(parseyaml("a: 2021-02-30\n"))
