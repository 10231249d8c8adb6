import type { IconName } from '../ui/icons.tsx'
import { useGrainElsewhere } from '../stock/elsewhere.ts'
import type { Screen } from '../paths.ts'
import type { messages } from './messages.ts'

interface Place {
  to: Screen
  icon: IconName
  name: keyof (typeof messages)['en']
  /** Also in the bar at the bottom of a phone, which holds three and “More”. */
  isTab?: boolean
  /** Only for whoever has grain in stores of others. */
  isForOwners?: boolean
  /** Another screen leads there, and Ctrl-K: it is not in the rail. */
  isWithin?: boolean
}

/** The screens that people go to from everywhere, in the order of the rail. A screen that is added gets one line here. */
const places: Place[] = [
  { to: '/', icon: 'home', name: 'today' },
  { to: '/weighbridge', icon: 'scale', name: 'weighbridge', isTab: true },
  { to: '/stores', icon: 'stores', name: 'stores', isTab: true },
  { to: '/movements', icon: 'moves', name: 'movements', isTab: true },
  { to: '/stock', icon: 'heap', name: 'stock' },
  { to: '/blend', icon: 'flask', name: 'blend' },
  { to: '/harvest', icon: 'leaf', name: 'harvest' },
  { to: '/fields', icon: 'map', name: 'fields' },
  { to: '/trades', icon: 'pencil', name: 'trades' },
  { to: '/trades/position', icon: 'heap', name: 'tradingPosition' },
  { to: '/orders', icon: 'lorry', name: 'orders' },
  { to: '/contracts', icon: 'contract', name: 'contracts' },
  { to: '/for-sale', icon: 'tag', name: 'forSale' },
  { to: '/charges', icon: 'paper', name: 'charges' },
  { to: '/settlements', icon: 'check', name: 'settlements' },
  { to: '/stocktakes', icon: 'tally', name: 'stocktakes' },
  { to: '/books', icon: 'calendar', name: 'books' },
  { to: '/reports', icon: 'paper', name: 'reports' },
  { to: '/position', icon: 'paper', name: 'position' },
  { to: '/mine', icon: 'handed', name: 'mine', isForOwners: true },
  { to: '/confirmations', icon: 'check', name: 'confirmations', isWithin: true },
  { to: '/messages', icon: 'chat', name: 'messages' },
  { to: '/questions', icon: 'question', name: 'questions', isWithin: true },
  { to: '/files', icon: 'clip', name: 'files' },
  { to: '/import', icon: 'down', name: 'import' },
  { to: '/settings', icon: 'gear', name: 'settings' },
]

/** Those of whoever is signed in. */
export function usePlacesToGo(): Place[] {
  const hasGrainElsewhere = useGrainElsewhere() === true
  return places.filter(({ isForOwners = false }) => hasGrainElsewhere || !isForOwners)
}
