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
  /** The screen of the rail that it shares a place with: each of these leads to the others, in a line above its title. */
  within?: Screen
}

/** The screens that people go to from everywhere, in the order of the rail. A screen that is added gets one line here. */
const places: Place[] = [
  { to: '/', icon: 'home', name: 'today' },
  { to: '/weighbridge', icon: 'scale', name: 'weighbridge', isTab: true },
  { to: '/stores', icon: 'stores', name: 'stores', isTab: true },
  { to: '/movements', icon: 'moves', name: 'movements', isTab: true },
  { to: '/confirmations', icon: 'check', name: 'confirmations', within: '/movements' },
  { to: '/stock', icon: 'heap', name: 'stock' },
  { to: '/stocktakes', icon: 'tally', name: 'stocktakes', within: '/stock' },
  { to: '/position', icon: 'paper', name: 'position', within: '/stock' },
  { to: '/blend', icon: 'flask', name: 'blend' },
  { to: '/harvest', icon: 'leaf', name: 'harvest' },
  { to: '/fields', icon: 'map', name: 'fields' },
  { to: '/trades', icon: 'pencil', name: 'trades' },
  { to: '/trades/position', icon: 'heap', name: 'tradingPosition', within: '/trades' },
  { to: '/orders', icon: 'lorry', name: 'orders', within: '/trades' },
  { to: '/for-sale', icon: 'tag', name: 'forSale', within: '/trades' },
  { to: '/contracts', icon: 'contract', name: 'contracts' },
  { to: '/charges', icon: 'paper', name: 'charges' },
  { to: '/settlements', icon: 'check', name: 'settlements', within: '/charges' },
  { to: '/reports', icon: 'paper', name: 'reports' },
  { to: '/books', icon: 'calendar', name: 'books', within: '/reports' },
  { to: '/mine', icon: 'handed', name: 'mine', isForOwners: true },
  { to: '/messages', icon: 'chat', name: 'messages' },
  { to: '/questions', icon: 'question', name: 'questions', within: '/messages' },
  { to: '/files', icon: 'clip', name: 'files' },
  { to: '/import', icon: 'down', name: 'import' },
  { to: '/settings', icon: 'gear', name: 'settings' },
]

/** Those of whoever is signed in. */
export function usePlacesToGo(): Place[] {
  const hasGrainElsewhere = useGrainElsewhere() === true
  return places.filter(({ isForOwners = false }) => hasGrainElsewhere || !isForOwners)
}

/** True of the address of a screen that shares its place in the rail with others. */
export const sharesPlace = (pathname: string): boolean =>
  places.some(({ to, within }) => within && (to === pathname || within === pathname))
