# A glob imports every manifest that it matches, node blocks among them
import 'nodes/*.pp'
notify { 'site': }
