import { useState } from 'react'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import type { Ticket } from '../../offline/tickets.ts'
import { warningsIn, type Rehearsal } from '../../ui/rehearsal.tsx'
import { messages } from './odd-messages.ts'
import { oddWeightOf } from './plausible.ts'
import { useUsualWeights } from './usual-weights.ts'

/**
 * Finds the doubts about a ticket: weights that no lorry has are refused at once.
 * A weight that is only unusual, one that was taken from a scale that did not stand at zero, a number already in the book, or a conflict that came up only after the button was pressed, is asked about
 * on saving, once each, beside the save button.
 *
 * @param before kilograms on the scale before the lorry that was taken from it, where it did not stand at zero
 */
export function useDoubts(
  weights: Pick<Ticket, 'full' | 'empty'>,
  rehearsal: Pick<Rehearsal, 'sameTickets' | 'answer' | 'expiries'>,
  before: number | undefined,
): {
  /** Fault shown at the weight. */
  fault: string | undefined
  /** Questions shown beside the button. */
  questions: string[]
  /**
   * Returns true if it may be saved: the first time it may not, and the questions are asked.
   *
   * @param isUnread true if it brings a warning that did not stand there when the button was pressed
   */
  pass: (isUnread: boolean) => boolean
} {
  const m = useMessages(messages)
  const formats = useFormats()
  const usual = useUsualWeights()
  const [asked, ask] = useState<string[]>([])
  const odd = oddWeightOf(weights, usual)
  const values = odd && { kg: formats.weighed(odd.kg), limit: formats.weighed(odd.limit) }
  if (odd?.isRefused) return { fault: say(m.tooHeavy, values), questions: [], pass: () => false }
  const [same] = rehearsal.sameTickets
  const warned = Object.values(warningsIn(rehearsal)).flat()
  const doubts = [
    ...(odd ? [say(m[odd.what], values)] : []),
    ...(before !== undefined ? [say(m.notAtZero, { kg: formats.weighed(before) })] : []),
    ...(same ? [say(m.same, { reference: same.reference })] : []),
  ].map((words) => ({ key: words, words, isOfWarning: false }))
  if (warned.length > 0) doubts.push({ key: JSON.stringify(warned), words: m.read, isOfWarning: true })
  return {
    fault: undefined,
    questions: doubts.filter(({ key }) => asked.includes(key)).map(({ words }) => words),
    pass(isUnread) {
      const open = doubts.filter(({ isOfWarning }) => isUnread || !isOfWarning).map(({ key }) => key)
      ask([...asked.filter((key) => !open.includes(key)), ...open])
      return open.every((key) => asked.includes(key))
    },
  }
}
