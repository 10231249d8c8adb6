import type { HarvestPlan } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { messages } from './messages.ts'

/** By how much the projected yield differs from what was expected. */
export function Variance({ plan: { summary } }: { plan: HarvestPlan }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const { yieldVariance } = summary
  if (yieldVariance === 0) return <span className="quiet">{m.asExpected}</span>
  const percent = formats.percent(Math.abs(yieldVariance))
  return (
    <span className={yieldVariance < 0 ? 'change-out' : 'change-in'}>
      {say(m.variance, { percent: `${yieldVariance < 0 ? '−' : '+'}${percent}` })}
    </span>
  )
}
