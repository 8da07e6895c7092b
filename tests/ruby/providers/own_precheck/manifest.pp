own_precheck { 'fine': p => 'x' }
own_precheck { 'poor': p => 'x', bad => true }
