import { useFormats } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/messages.ts'
import { lazily } from '../../ui/lazily.tsx'
import { messages } from './messages.ts'
import type { FieldsProps } from './ticket-fields.tsx'

const LateTicket = lazily(async () => (await import('./late-ticket.tsx')).LateTicket)

/** The way to enter a ticket on paper that turns up later. */
export function Earlier(props: FieldsProps) {
  const { draft, change } = props
  const m = useMessages(messages)
  const formats = useFormats()
  if (draft.day !== '' || draft.time !== '') return <LateTicket {...props} />
  return (
    <button
      type="button"
      className="button bare start"
      onClick={() => change({ day: formats.today(), time: formats.time(new Date()) })}
    >
      {m.earlier}
    </button>
  )
}
