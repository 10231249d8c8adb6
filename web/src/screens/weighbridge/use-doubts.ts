import { useState } from 'react'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import type { Ticket } from '../../offline/tickets.ts'
import type { Rehearsal } from '../../ui/rehearsal.tsx'
import { messages } from './odd-messages.ts'
import { oddWeightOf } from './plausible.ts'
import { useUsualWeights } from './usual-weights.ts'

/**
 * Finds the doubts about a ticket: weights that no lorry has are refused at once.
 * A weight that is only unusual, or a number already in the book, is asked about on saving, once each, beside the save button.
 */
export function useDoubts(
  weights: Pick<Ticket, 'full' | 'empty'>,
  { sameTickets }: Pick<Rehearsal, 'sameTickets'>,
): {
  /** Fault shown at the weight. */
  fault: string | undefined
  /** Questions shown beside the button. */
  questions: string[]
  /** Returns true if it may be saved: the first time it may not, and the questions are asked. */
  pass: () => boolean
} {
  const m = useMessages(messages)
  const formats = useFormats()
  const usual = useUsualWeights()
  const [asked, ask] = useState<string[]>([])
  const odd = oddWeightOf(weights, usual)
  const values = odd && { kg: formats.weighed(odd.kg), limit: formats.weighed(odd.limit) }
  if (odd?.isRefused) return { fault: say(m.tooHeavy, values), questions: [], pass: () => false }
  const [same] = sameTickets
  const doubts = [
    ...(odd ? [say(m[odd.what], values)] : []),
    ...(same ? [say(m.same, { reference: same.reference })] : []),
  ]
  return {
    fault: undefined,
    questions: doubts.filter((doubt) => asked.includes(doubt)),
    pass() {
      ask(doubts)
      return doubts.every((doubt) => asked.includes(doubt))
    },
  }
}
