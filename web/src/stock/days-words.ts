import { useFormats } from '../i18n/format.ts'
import { defineMessages, say, useMessages } from '../i18n/messages.ts'

const messages = defineMessages({
  en: { fromTo: '{from} to {to}', from: 'from {from}', until: 'until {to}' },
  de: { fromTo: '{from} bis {to}', from: 'ab {from}', until: 'bis {to}' },
  fr: { fromTo: 'du {from} au {to}', from: 'à partir du {from}', until: 'jusqu’au {to}' },
})

/** Writes the days of an order or of a window of a contract; '' of one that is for any day. */
export function useDaysWords() {
  const m = useMessages(messages)
  const { dayMonth } = useFormats()
  return ({ fromISO, toISO }: { fromISO: string | null; toISO: string | null }) => {
    if (fromISO === null && toISO === null) return ''
    return say(toISO === null ? m.from : fromISO === null ? m.until : m.fromTo, {
      from: fromISO === null ? '' : dayMonth(fromISO),
      to: toISO === null ? '' : dayMonth(toISO),
    })
  }
}
