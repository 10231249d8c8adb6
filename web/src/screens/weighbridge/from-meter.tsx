import { now } from '../../api/clock.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { measureText } from '../../i18n/numbers.ts'
import { measuredByMeter, offerOfMeter } from '../../scale/measures-of-meter.ts'
import { forgetSample, useMeter } from '../../scale/use-meter.ts'
import { useMeasuredWords } from '../../stock/measure-names.ts'
import type { Measure } from '../../stock/measures.ts'
import type { Sampled } from './draft.ts'
import { messages } from './quality-messages.ts'

/** A sample that is older is not of a lorry that stands here. */
const GOOD_FOR_MS = 3_600_000

interface Props {
  measures: Measure[]
  sampled: Sampled
  onTake: (sampled: Sampled) => void
}

/** Offers what the meter has found last: what is still empty is filled with a tap, and what was typed otherwise is asked about. */
export function FromMeter({ measures, sampled, onTake }: Props) {
  const m = useMessages(messages)
  const formats = useFormats()
  const language = useLanguage()
  const wordsOf = useMeasuredWords()
  const { heard } = useMeter()
  const isOld = now().getTime() - heard.at > GOOD_FOR_MS
  const { fills, differs } = offerOfMeter(
    measuredByMeter(isOld ? [] : heard.values, measures),
    sampled.measured,
  )
  const offered = fills.size > 0 ? fills : differs
  if (offered.size === 0) return null
  const values = measures
    .flatMap(({ name, unit }) => {
      const value = offered.get(name)
      return value === undefined ? [] : [wordsOf({ name, value, metric: unit })]
    })
    .join(', ')
  const at = new Date(heard.at).toISOString()
  const take = () => {
    const entries = [...offered]
    onTake({
      measured: {
        ...sampled.measured,
        ...Object.fromEntries(entries.map(([name, value]) => [name, measureText(value, language)])),
      },
      metered: {
        ...sampled.metered,
        ...Object.fromEntries(entries.map(([name, value]) => [name, { value, at }])),
      },
    })
    // What is left of it was typed otherwise, and is asked about next.
    if (offered === differs || differs.size === 0) forgetSample()
  }
  return (
    <div className="note" role="status">
      <span>
        {say(offered === fills ? m.meterFound : m.meterDiffers, { time: formats.time(heard.at), values })}
      </span>
      <span className="bar">
        <button type="button" className="button" onClick={take}>
          {offered === fills ? m.takeSample : m.replaceTyped}
        </button>
        {offered === differs && (
          <button type="button" className="button bare" onClick={forgetSample}>
            {m.keepTyped}
          </button>
        )}
      </span>
    </div>
  )
}

/** Marks of the figures that are as the meter sent them, by what was measured. */
export function useMeterMarks({ measured, metered = {} }: Sampled): Record<string, string> {
  const m = useMessages(messages)
  const formats = useFormats()
  const isAsSent = (name: string, value: string) => {
    const typed = (measured[name] ?? '').trim().replace(',', '.')
    return typed !== '' && Number(typed) === Number(value)
  }
  return Object.fromEntries(
    Object.entries(metered)
      .filter(([name, { value }]) => isAsSent(name, value))
      .map(([name, { at }]) => [name, say(m.fromMeter, { time: formats.time(at) })]),
  )
}
