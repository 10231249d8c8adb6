import { useFormats } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/messages.ts'
import { splitSide, type TicketDraft } from './draft.ts'
import { messages } from './messages.ts'
import { messages as severalMessages } from './several-messages.ts'

interface Props {
  draft: Pick<TicketDraft, 'kind' | 'from' | 'to' | 'parts'>
  change: (part: Partial<TicketDraft>) => void
}

/** The ways of a ticket that are not the usual one, a tap away from the card of a known lorry: several bays, and a ticket that is late. */
export function OtherWays({ draft, change }: Props) {
  const m = useMessages(severalMessages)
  const side = splitSide(draft.kind)
  return (
    <div className="bar other-ways">
      <button
        type="button"
        className="button bare"
        onClick={() => change({ parts: [{ key: draft[side], share: '1' }] })}
      >
        {side === 'from' ? m.outOfSeveral : m.intoSeveral}
      </button>
      <LateButton change={change} />
    </div>
  )
}

/** The way to enter a ticket on paper that turns up later. */
export function LateButton({ change }: Pick<Props, 'change'>) {
  const m = useMessages(messages)
  const formats = useFormats()
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
