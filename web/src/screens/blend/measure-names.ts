import { useMessages } from '../../i18n/messages.ts'
import { messages } from './messages.ts'

/** The names of the catalogue are English; those of frequent measures are said in the reader's language. */
export function useMeasureName(): (name: string) => string {
  const m = useMessages(messages)
  const own = new Map([
    ['moisture', m.moisture],
    ['protein', m.protein],
    ['admixture', m.admixture],
    ['specific weight', m.specificWeight],
    ['bushel weight', m.specificWeight],
    ['hagberg falling number', m.hagberg],
  ])
  return (name) => own.get(name.toLowerCase()) ?? name
}
