import type { Confirmation } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { messages } from './messages.ts'

/** Words for what is to be confirmed: its name, and what is known of it. */
export function useWhat(each: Confirmation): { what: string; facts: string } {
  const m = useMessages(messages, each.commodity.id)
  const formats = useFormats(each.commodity.id)
  const commodity = each.commodity.name
  const what = each.contract
    ? say(m.contract, { commodity, reference: each.contract.reference || m.noReference })
    : say(m.stock, { commodity, year: each.harvestYear })
  const facts = [
    each.weight > 0 && say(m.weight, { weight: formats.exactStock(each.weight) }),
    each.area > 0 && say(m.crop, { area: `${formats.area(each.area)} ${formats.areaUnit}` }),
    each.records > 0 && say(m.parcels, { n: each.records }),
    say(m.since, { day: formats.day(formats.dayOf(each.askedAtUTC)) }),
  ]
  return { what, facts: facts.filter(Boolean).join(' · ') }
}
