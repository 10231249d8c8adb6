import { useState } from 'react'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import type { Ticket } from '../../offline/tickets.ts'
import { messages } from './odd-messages.ts'
import { oddWeightOf } from './plausible.ts'
import { useUsualWeights } from './usual-weights.ts'

/** Weights that no lorry has are refused at once; what is only unusual is asked when it is to be saved, once for each figure. */
export function useOddWeight(weights: Pick<Ticket, 'full' | 'empty'>): {
  /** What is said at the weight. */
  fault: string | undefined
  /** Whether it may be saved: the first time of an unusual weight it may not, and it is asked. */
  pass: () => boolean
} {
  const m = useMessages(messages)
  const formats = useFormats()
  const usual = useUsualWeights()
  const [asked, ask] = useState('')
  const odd = oddWeightOf(weights, usual)
  if (!odd) return { fault: undefined, pass: () => true }
  const values = { kg: formats.kg(odd.kg), limit: formats.kg(odd.limit) }
  if (odd.isRefused) return { fault: say(m.tooHeavy, values), pass: () => false }
  const key = `${odd.what} ${odd.kg}`
  return {
    fault: asked === key ? say(m[odd.what], values) : undefined,
    pass() {
      ask(key)
      return asked === key
    },
  }
}
