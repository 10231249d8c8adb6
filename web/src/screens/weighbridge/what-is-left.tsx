import { Away, rehearseRequest } from '../../api/client.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import type { Waiting } from '../../offline/store.ts'
import { Rehearsed, useRehearsal } from '../../ui/rehearsal.tsx'
import { messages } from './quality-messages.ts'

interface Props {
  /** What would be sent; undefined as long as the net is not known. */
  entry: Pick<Waiting, 'method' | 'path' | 'body'> | undefined
  /** Kilograms on the scale. */
  net: number | undefined
  /** Whether the load may be dried: what does not arrive in the bay was taken by drying then. */
  isDried: boolean
}

/** What the book will say of a ticket, by the service's own dry run: balances, what drying takes, and conflicts. */
export function WhatIsLeft({ entry, net, isDried }: Props) {
  const m = useMessages(messages)
  const formats = useFormats()
  const rehearsal = useRehearsal('ticket', entry, rehearseRequest)
  if (!entry) return null
  const isAway = rehearsal.error instanceof Away
  const balances = rehearsal.answer?.balances ?? []
  const arrived = balances.reduce((sum, { before, after }) => sum + Math.max(0, after - before), 0)
  const taken = Math.round(((net ?? 0) - arrived) * 1000) / 1000
  return (
    <section className="what-is-left" aria-label={m.before}>
      {isDried && balances.length > 0 && taken > 0 && (
        <p className="strong">
          {say(m.drying, { kg: formats.kg(taken), left: formats.kg(Math.round(arrived * 1000) / 1000) })}
        </p>
      )}
      {isAway ? <p className="quiet small">{m.later}</p> : <Rehearsed rehearsal={rehearsal} />}
    </section>
  )
}
