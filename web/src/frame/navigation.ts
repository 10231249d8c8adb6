import type { IconName } from '../ui/icons.tsx'
import type { Screen } from '../paths.ts'
import type { messages } from './messages.ts'

interface Place {
  to: Screen
  icon: IconName
  name: keyof (typeof messages)['en']
  /** Also in the bar at the bottom of a phone, which holds three and “More”. */
  isTab?: boolean
}

/** The screens that people go to from everywhere, in the order of the rail. A screen that is added gets one line here. */
export const places: Place[] = [
  { to: '/', icon: 'home', name: 'today' },
  { to: '/weighbridge', icon: 'scale', name: 'weighbridge', isTab: true },
  { to: '/stores', icon: 'stores', name: 'stores', isTab: true },
  { to: '/movements', icon: 'moves', name: 'movements', isTab: true },
  { to: '/stock', icon: 'heap', name: 'stock' },
  { to: '/harvest', icon: 'leaf', name: 'harvest' },
  { to: '/contracts', icon: 'contract', name: 'contracts' },
  { to: '/position', icon: 'paper', name: 'position' },
  { to: '/import', icon: 'down', name: 'import' },
  { to: '/settings', icon: 'gear', name: 'settings' },
]
