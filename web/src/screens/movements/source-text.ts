import type { Readings } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { panelMessages } from './panel-messages.ts'

/** Tells where the weight of a reading comes from, as papers do; '' for a scale without a record of its own, and where nobody said. */
export function useSourceText(): (reading: Readings['full']) => string {
  const m = useMessages(panelMessages)
  const formats = useFormats()
  return (reading) => {
    const { source, reason = '', ofTicket, recordNumber = '' } = reading ?? {}
    if (source === 'typed') return reason === '' ? m.typed : say(m.typedWhy, { reason })
    if (source === 'file') return m.fromFile
    if (source === 'remembered' && ofTicket)
      return say(m.rememberedOf, { day: formats.day(ofTicket.movementDateISO), number: ofTicket.number })
    if (source === 'remembered') return m.remembered
    return recordNumber === '' ? '' : say(m.record, { number: recordNumber })
  }
}
