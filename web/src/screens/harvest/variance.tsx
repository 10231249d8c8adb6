import type { HarvestPlan } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { messages } from './messages.ts'

/** Shows how much is cut, and which part of it is only estimated. */
export function Cut({ plan: { summary } }: { plan: HarvestPlan }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const { areaHarvested, estimatedCutArea, fieldsWithoutCutArea, totalSize } = summary
  const area = formats.area(totalSize)
  return fieldsWithoutCutArea > 0 ? (
    <>
      {say(m.cutEstimated, {
        cut: formats.area(Math.round((areaHarvested + estimatedCutArea) * 10) / 10),
        area,
      })}
    </>
  ) : (
    <>{say(m.cutOf, { cut: formats.area(areaHarvested), area })}</>
  )
}

/** By how much the projected yield differs from what was expected. */
export function Variance({ plan: { summary } }: { plan: HarvestPlan }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const { yieldVariance, fieldsWithoutCutArea } = summary
  // As long as it is not said how much is cut, nothing is known of the rest.
  if (fieldsWithoutCutArea > 0)
    return <span className="badge grain">{say(m.cutMissing, { n: fieldsWithoutCutArea })}</span>
  if (yieldVariance === 0) return <span className="quiet">{m.asExpected}</span>
  const percent = formats.percent(Math.abs(yieldVariance))
  return (
    <span className={yieldVariance < 0 ? 'change-out' : 'change-in'}>
      {say(m.variance, { percent: `${yieldVariance < 0 ? '−' : '+'}${percent}` })}
    </span>
  )
}
