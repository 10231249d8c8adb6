import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StocktakeLine } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { holdsAtMost, oddCount } from '../../stock/odd-count.ts'
import { storesQuery } from '../../stock/queries.ts'
import { bayCountMessages } from './count-messages.ts'
import { onlyCropOf } from './next-bay.ts'

/** Asks about a count that is likely a slip, once, on saving. What the bay holds is known without a network, too. */
export function useOddCount(line: StocktakeLine): {
  /** Questions shown beside the button. */
  questions: string[]
  /** Answers whether a weight may be kept: the first time an odd one may not, and is asked about. */
  pass: (kg: number) => boolean
} {
  const crop = onlyCropOf(line)
  const m = useMessages(bayCountMessages, crop)
  const formats = useFormats(crop)
  const [asked, ask] = useState<{ kg: number; questions: string[] }>()
  const bays = (useQuery(storesQuery).data ?? []).flatMap(({ substorage }) => substorage)
  const capacities = bays.find(({ id }) => id === line.substorageId)?.capacity ?? []
  const known = { capacity: holdsAtMost(capacities, crop), book: line.book }
  return {
    questions: asked?.questions ?? [],
    pass(kg) {
      const questions = oddCount(kg, known).map(({ what, kg: limit, times }) =>
        say(m[what], {
          limit: formats.exactStock(limit),
          n: formats.figure(times < MANY ? Math.round(times * 10) / 10 : Math.round(times)),
          percent: formats.percent(Math.round((times - 1) * 100)),
        }),
      )
      const isAsked = questions.length === 0 || asked?.kg === kg
      ask(isAsked ? undefined : { kg, questions })
      return isAsked
    },
  }
}

/** From here on a tenth of a time more says nothing. */
const MANY = 10
