# realize makes an export of the node's own real
@@notify { 'own': }
@@notify { 'left': }
realize Notify['own']
