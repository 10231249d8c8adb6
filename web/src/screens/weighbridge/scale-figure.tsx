import { useEffect, useRef, useState } from 'react'
import { useFormats } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/messages.ts'
import type { TakenWeight } from '../../offline/tickets.ts'
import { Icon } from '../../ui/icons.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { parseReading } from '../../i18n/numbers.ts'
import { useFieldWeight, useWeightReader } from '../../ui/weight-reader.ts'
import type { Indicator } from '../../scale/use-indicator.ts'
import { messages as yardMessages } from './yard-messages.ts'
import { scaleMessages } from '../../scale/messages.ts'

const ScaleSettings = lazily(async () => (await import('../../scale/scale-settings.tsx')).ScaleSettings)

interface Props {
  label: string
  /** Which weighing it is. */
  step: string
  value: string
  /** Told with what the indicator sent, where the weight was taken from it. */
  onChange: (value: string, taken?: TakenWeight) => void
  fault?: string | undefined
  indicator: Indicator
  autoFocus?: boolean
  /** The grain that is weighed, by which a bushel is one. */
  commodityId?: number | undefined
}

/** The figure that matters most on this screen: from the indicator, or typed. */
export function ScaleFigure(props: Props) {
  const { label, step, value, onChange, fault, indicator, autoFocus, commodityId } = props
  const y = useMessages(yardMessages)
  const formats = useFormats()
  const inField = useFieldWeight()
  const input = useRef<HTMLInputElement>(null)
  const read = useWeightReader(parseReading)(value, { commodityId })
  const understood = read.kg === undefined ? value : inField(read.kg)
  const { reading, isConnected } = indicator
  const [isAsked, ask] = useState(false)
  const none = isAsked && !isConnected && value === '' ? y.noIndicator : undefined
  const said = fault ?? read.fault ?? none
  const take = () => {
    if (!isConnected) {
      ask(true)
      input.current?.focus()
    } else if (reading?.isStable) onChange(inField(reading.kg), indicator.taken())
  }
  useTakeKey(take)
  return (
    <div className="scale">
      <div className="bar apart">
        <span className="badge">{step}</span>
        <span className="bar">
          <IndicatorState indicator={indicator} />
          <Settings indicator={indicator} />
        </span>
      </div>
      <div className="scale-line">
        <label className="scale-figure">
          <span className="small quiet">{label}</span>
          <span className="scale-input">
            <input
              ref={input}
              inputMode="decimal"
              autoComplete="off"
              autoFocus={autoFocus}
              aria-invalid={said ? true : undefined}
              placeholder={isConnected && reading ? formats.weighed(reading.kg) : '0'}
              value={value}
              maxLength={24}
              onChange={(event) => onChange(event.target.value)}
              // What was understood takes the place of what was typed, so that it is seen.
              onBlur={() => understood !== value && onChange(understood)}
            />
            {!hasUnit(value) && <span>{formats.scaleUnit}</span>}
          </span>
        </label>
        {isConnected && (
          <button
            type="button"
            className={value === '' ? 'button big primary' : 'button big'}
            disabled={!reading?.isStable}
            aria-keyshortcuts="F9"
            onClick={take}
          >
            {y.take}
          </button>
        )}
      </div>
      <Understood kg={read.kg} typed={value} />
      {said && (
        <span className="fault" role="alert">
          {said}
        </span>
      )}
    </div>
  )
}

/** True if a unit was typed: it stays as typed until the field is left, when the figure in the scale's unit replaces it. */
const hasUnit = (typed: string) => /\p{L}/u.test(typed)

/** The weight on the scale that was meant by one that was typed with its unit. */
function Understood({ kg, typed }: { kg: number | undefined; typed: string }) {
  const formats = useFormats()
  if (kg === undefined || !hasUnit(typed)) return null
  return (
    <span className="small" role="status">
      = {formats.weight(kg)}
    </span>
  )
}

/** F9 takes the weight, wherever the focus is; without an indicator it leads to where it is typed. */
function useTakeKey(take: () => void): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== 'F9') return
      event.preventDefault()
      take()
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  })
}

function Settings({ indicator }: { indicator: Indicator }) {
  const y = useMessages(scaleMessages)
  const [isOpen, open] = useState(false)
  return (
    <>
      <button type="button" className="button bare gear" aria-label={y.settings} onClick={() => open(true)}>
        <Icon name="gear" />
      </button>
      {isOpen && <ScaleSettings indicator={indicator} onClose={() => open(false)} />}
    </>
  )
}

function IndicatorState({ indicator }: { indicator: Indicator }) {
  const y = useMessages(scaleMessages)
  if (indicator.isConnected) {
    const isStable = indicator.reading?.isStable ?? false
    return (
      <span className={isStable ? 'badge good' : 'badge grain'}>
        <span className="dot" />
        {isStable ? y.stable : y.moving}
      </span>
    )
  }
  if (!indicator.canConnect) return null
  return (
    <button
      type="button"
      className="button bare small"
      onClick={() => void indicator.connect().catch(() => undefined)}
    >
      <Icon name="plug" />
      {y.connect}
    </button>
  )
}
