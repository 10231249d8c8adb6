import { Away } from '../../api/client.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Rehearsed, type Rehearsal } from '../../ui/rehearsal.tsx'
import { refusedBy } from './refused-by.ts'
import { messages } from './quality-messages.ts'

interface Props {
  rehearsal: Rehearsal
  /** Kilograms on the scale; undefined as long as that is only guessed. */
  net: number | undefined
  /** True if the load may be dried: drying then took the weight that does not arrive in the bay. */
  isDried: boolean
  /** The grain of the load, by which a bushel is one. */
  commodityId: number | undefined
}

/**
 * Shows the coming effect of a ticket on the book, by the service's own dry run: balances, and the loss by drying.
 * Conflicts, grades that are lost and a coming refusal are shown beside the button.
 */
export function WhatIsLeft({ rehearsal, net, isDried, commodityId }: Props) {
  const m = useMessages(messages)
  const formats = useFormats()
  if (refusedBy(rehearsal.error)) return null
  const isGuess = net === undefined
  const isAway = rehearsal.error instanceof Away
  const balances = rehearsal.answer?.balances ?? []
  const arrived = balances.reduce((sum, { before, after }) => sum + Math.max(0, after - before), 0)
  const taken = Math.round(((net ?? 0) - arrived) * 1000) / 1000
  return (
    <section className="what-is-left" aria-label={m.before}>
      {isDried && !isGuess && balances.length > 0 && taken > 0 && (
        <p className="strong">
          {say(m.drying, {
            kg: formats.weighed(taken),
            left: formats.weighed(Math.round(arrived * 1000) / 1000),
          })}
        </p>
      )}
      {isAway ? (
        <p className="quiet small">{m.later}</p>
      ) : (
        <Rehearsed {...{ rehearsal, isGuess, commodityId }} isWithoutWarnings />
      )}
    </section>
  )
}
