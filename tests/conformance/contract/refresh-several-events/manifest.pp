# A refresh counts the events that led to it
bell { 'a': sound => 'dong', pitch => 'high', notify => Bell['b'] }
bell { 'c': sound => 'dong', notify => Bell['b'] }
bell { 'b': sound => 'ding', require => Bell['c'] }
