import { useEffect, useRef, useState } from 'react'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { parseWeight } from '../../i18n/numbers.ts'
import { Icon } from '../../ui/icons.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { messages as partMessages } from '../../ui/messages.ts'
import type { Indicator } from '../../scale/use-indicator.ts'
import { messages as yardMessages } from './yard-messages.ts'
import { scaleMessages } from '../../scale/messages.ts'

const ScaleSettings = lazily(async () => (await import('../../scale/scale-settings.tsx')).ScaleSettings)

interface Props {
  label: string
  /** Which weighing it is. */
  step: string
  value: string
  onChange: (value: string, isTaken: boolean) => void
  fault?: string | undefined
  indicator: Indicator
  autoFocus?: boolean
}

/** The kilograms that somebody typed, or why it is not one figure. */
export function useWeightReader(): (typed: string) => { kg?: number; fault?: string } {
  const language = useLanguage()
  const m = useMessages(partMessages)
  const formats = useFormats()
  return (typed) => {
    const parsed = parseWeight(typed, language)
    if ('kg' in parsed) return { kg: parsed.kg }
    const example = formats.kg(28460)
    if (parsed.fault === 'none') return {}
    if (parsed.fault === 'ambiguous') return { fault: say(m.weightAmbiguous, { example: '28460' }) }
    return { fault: parsed.fault === 'too-large' ? m.weightTooLarge : say(m.weightUnreadable, { example }) }
  }
}

/** The figure that matters most on this screen: from the indicator, or typed. */
export function ScaleFigure({ label, step, value, onChange, fault, indicator, autoFocus }: Props) {
  const y = useMessages(yardMessages)
  const formats = useFormats()
  const input = useRef<HTMLInputElement>(null)
  const read = useWeightReader()(value)
  const { reading, isConnected } = indicator
  const said = fault ?? read.fault
  const take = () => {
    if (reading?.isStable) onChange(formats.kg(reading.kg), true)
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
              placeholder={isConnected && reading ? formats.kg(reading.kg) : '0'}
              value={value}
              maxLength={12}
              onChange={(event) => onChange(event.target.value, false)}
              onBlur={() => {
                // What was understood takes the place of what was typed, so that it is seen.
                if (read.kg !== undefined && value !== formats.kg(read.kg))
                  onChange(formats.kg(read.kg), false)
              }}
            />
            <span>kg</span>
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
      {said && (
        <span className="fault" role="alert">
          {said}
        </span>
      )}
    </div>
  )
}

/** F9 takes the weight, wherever the focus is. */
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
