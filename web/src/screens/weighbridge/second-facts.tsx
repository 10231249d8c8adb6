import { useState } from 'react'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { measureText } from '../../i18n/numbers.ts'
import type { Ticket, TicketPart } from '../../offline/tickets.ts'
import { useMeasureName } from '../../stock/measure-names.ts'
import { shareOf } from '../../stock/share.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { TextField } from '../../ui/parts.tsx'
import { ReadingField } from '../../ui/weight-field.tsx'
import { firstReading } from './draft.ts'
import { placesOf } from './ticket-facts.ts'
import { messages } from './messages.ts'
import { messages as severalMessages } from './several-messages.ts'
import { useBasisText } from './whose-load.tsx'
import { messages as whoseMessages } from './whose-messages.ts'

/** Shows the facts known of the load since the first weighing. */
export function Facts({ ticket }: { ticket: Ticket }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const w = useMessages(whoseMessages)
  const basisText = useBasisText()
  const nameOf = useMeasureName()
  const language = useLanguage()
  const first = firstReading(ticket.kind)
  const facts: [string, string | undefined][] = [
    [m.vehicle, ticket.vehicle],
    [ticket.kind === 'out' ? m.receiver : m.sender, ticket.party.name],
    [m.grain, ticket.grain.name],
    [w.whose, basisText(ticket)],
    [ticket.kind === 'field' ? m.planting : m.fromBay, placesOf(ticket, 'from')],
    [m.toBay, placesOf(ticket, 'to')],
    ...(ticket.measured ?? []).map((each): [string, string] => [
      nameOf(each.name, each.label),
      `${measureText(each.value, language)} ${each.metric}`.trim(),
    ]),
    [m[first], ticket[first] === null ? undefined : formats.weight(ticket[first])],
    [m.reference, ticket.reference],
  ]
  return <FactList className="facts" facts={facts} />
}

/** The first weight as it should have been, until the ticket is done. */
export function FirstWeight(props: {
  label: string
  value: string
  commodityId: number
  onChange: (typed: string) => void
}) {
  const [isOpen, open] = useState(props.value !== '')
  if (isOpen) return <ReadingField {...props} />
  return (
    <button type="button" className="button bare start" onClick={() => open(true)}>
      {props.label}
    </button>
  )
}

/** The ticket with the shares that were typed; undefined where one of them is none. */
export function withShares(ticket: Ticket, typed: string[]): Ticket | undefined {
  const { parts } = ticket
  if (!parts) return ticket
  const shares = parts.map((_part, index) => shareOf(typed[index] ?? ''))
  if (shares.includes(undefined)) return undefined
  const isSame = parts.every(({ share }, index) => share === shares[index])
  if (isSame) return ticket
  return {
    ...ticket,
    isSharedAnew: true,
    parts: parts.map((part, index) => ({ ...part, share: shares[index] ?? part.share })),
  }
}

/** Form for the shares of the load, which may have to differ from those stated before it was loaded. */
export function OtherShares({
  parts,
  typed,
  onType,
}: {
  parts: TicketPart[]
  typed: string[]
  onType: (typed: string[]) => void
}) {
  const m = useMessages(severalMessages)
  return (
    <fieldset className="shares">
      <legend className="label">{m.shares}</legend>
      <div className="share-fields">
        {parts.map(({ place }, index) => (
          <TextField
            key={place.key}
            label={say(m.shareOf, { bay: [place.store, place.name].filter(Boolean).join(' · ') })}
            value={typed[index] ?? ''}
            onChange={(text) => onType(typed.with(index, text))}
            fault={shareOf(typed[index] ?? '') === undefined ? m.notAShare : undefined}
          />
        ))}
      </div>
    </fieldset>
  )
}
