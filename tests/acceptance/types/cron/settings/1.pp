cron { 'some': environment => absent }
