# extra
realize Notify['nope']
