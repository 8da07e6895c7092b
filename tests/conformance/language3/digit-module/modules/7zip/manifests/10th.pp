class 7zip::10th { notify { 'tenth': } }
