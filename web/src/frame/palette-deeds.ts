import { useMay } from '../api/session.ts'
import { useMessages } from '../i18n/messages.ts'
import { deedMessages } from './deed-messages.ts'
import { messages } from './messages.ts'
import { usePlacesToGo } from './navigation.ts'
import type { PaletteItem } from './palette-items.ts'

type Deed = Exclude<keyof (typeof deedMessages)['en'], `${string}Words`>

/** The screens, and what can be done, each where it is done; only what whoever is signed in may do. */
export function useDeeds(): PaletteItem[] {
  const m = useMessages(messages)
  const words = useMessages(deedMessages)
  const places = usePlacesToGo()
  const deed = (name: Deed, to: string): PaletteItem => ({
    key: `do ${name}`,
    group: 'do',
    name: words[name],
    hint: '',
    words: words[`${name}Words`],
    to,
  })
  const go = places.map(({ to, name }): PaletteItem => ({
    key: to,
    group: 'go',
    name: m[name],
    hint: '',
    to,
  }))
  return [
    ...go,
    ...(useMay('intake:write') ? [deed('weigh', '/weighbridge')] : []),
    deed('actions', '/movements?actions=1'),
    ...(useMay('adjustments:write') ? [deed('count', '/stores')] : []),
    ...(useMay('stocktakes:count') ? [deed('countBays', '/stocktakes')] : []),
    ...(useMay('stocktakes:write') ? [deed('stocktake', '/stocktakes/new')] : []),
    ...(useMay('records:write') ? [deed('sow', '/harvest/plantings'), deed('offer', '/for-sale/new')] : []),
    ...(useMay('contracts:write')
      ? [deed('trade', '/trades/new'), deed('order', '/orders/new'), deed('contract', '/contracts/new')]
      : []),
    deed('sell', '/trades/position'),
    deed('report', '/position'),
    deed('recall', '/stock'),
    ...(useMay('movements:write') ? [deed('undo', '/movements'), deed('undoImport', '/import')] : []),
    ...(useMay('users:write') ? [deed('invite', '/settings/people')] : []),
    ...(useMay('keys:write') ? [deed('key', '/settings/keys')] : []),
    ...(useMay('webhooks:write') ? [deed('webhook', '/settings/webhooks')] : []),
    deed('password', '/settings/me'),
  ]
}
