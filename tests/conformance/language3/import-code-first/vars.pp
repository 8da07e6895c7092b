$set = 'by import'
notify { 'imported': }
