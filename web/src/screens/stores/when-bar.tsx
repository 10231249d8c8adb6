import { useFormats } from '../../i18n/format.ts'
import { daysBetween, isDay, type Day } from '../../i18n/days.ts'
import { useMessages } from '../../i18n/messages.ts'
import { DayInput } from '../../ui/day-field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { messages } from './messages.ts'

const FIRST = -150
const LAST = 60
const TICKS = [-120, -90, -60, -30, 0, 30]

interface Props {
  day: Day
  isNow: boolean
  /** Undefined is now. */
  onChange: (day: Day | undefined) => void
}

/** Which day's close is shown: by week, by a slider over a season, or by its date. */
export function WhenBar({ day, isNow, onChange }: Props) {
  const m = useMessages(messages)
  const formats = useFormats()
  const today = formats.today()
  return (
    <section className="panel when" aria-label={m.date} title={m.keys}>
      <button
        type="button"
        className="button when-step"
        aria-label={m.earlier}
        aria-keyshortcuts="ArrowLeft"
        onClick={() => onChange(formats.addDays(day, -7))}
      >
        <Icon name="left" />
      </button>
      <div className="when-slide">
        <input
          type="range"
          min={FIRST}
          max={LAST}
          value={daysBetween(today, day)}
          aria-label={m.date}
          aria-valuetext={formats.day(day)}
          onChange={({ target }) => onChange(formats.addDays(today, Number(target.value)))}
        />
        <div className="when-ticks" aria-hidden="true">
          {TICKS.map((offset) => (
            <span key={offset} style={{ insetInlineStart: `${((offset - FIRST) / (LAST - FIRST)) * 100}%` }}>
              {offset === 0 ? m.today : formats.dayMonth(formats.addDays(today, offset))}
            </span>
          ))}
        </div>
      </div>
      <button
        type="button"
        className="button when-step when-later"
        aria-label={m.later}
        aria-keyshortcuts="ArrowRight"
        onClick={() => onChange(formats.addDays(day, 7))}
      >
        <Icon name="right" />
      </button>
      <DayInput
        className="when-date"
        aria-label={m.date}
        value={day}
        onChange={(value) => {
          if (isDay(value)) onChange(value)
        }}
      />
      <button
        type="button"
        className="button when-now"
        disabled={isNow}
        aria-keyshortcuts="t"
        onClick={() => onChange(undefined)}
      >
        {m.toToday}
      </button>
    </section>
  )
}
