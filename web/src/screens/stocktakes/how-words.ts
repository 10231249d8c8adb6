import { useCallback } from 'react'
import type { StocktakeCount } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { sessionMessages } from './session-messages.ts'

/** Words for how a bay was measured. */
export function useHowWords(): (how: StocktakeCount['howMeasured'] | undefined) => string {
  const m = useMessages(sessionMessages)
  const formats = useFormats()
  return useCallback(
    (how) => {
      if (!how) return ''
      if (how.method === 'weighed') return m.weighed
      return say(m.estimated, { percent: formats.percent(how.volume?.spreadPercent ?? 0) })
    },
    [m, formats],
  )
}
