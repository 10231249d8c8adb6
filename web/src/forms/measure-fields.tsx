import { defineMessages, say, useMessages } from '../i18n/messages.ts'
import { useLimitWords } from '../stock/limit-words.ts'
import { isWithin } from '../stock/limits.ts'
import { useMeasureName } from '../stock/measure-names.ts'
import type { Measure } from '../stock/measures.ts'
import { Field } from '../ui/parts.tsx'

const messages = defineMessages({
  en: {
    limit: 'Grade: {limit}',
    outside: 'Outside of the grade: {limit}',
    notANumber: 'A number such as 14.5',
  },
  de: {
    limit: 'Güte: {limit}',
    outside: 'Außerhalb der Güte: {limit}',
    notANumber: 'Eine Zahl wie 14,5',
  },
  fr: {
    limit: 'Classe : {limit}',
    outside: 'Hors de la classe : {limit}',
    notANumber: 'Un nombre comme 14,5',
  },
})

export interface Measuring {
  measures: Measure[]
  /** By what is measured. */
  typed: Record<string, string>
  onType: (typed: Record<string, string>) => void
  /** Sources of figures that were not typed, by what is measured. */
  marks?: Record<string, string>
}

/** The figures of a sample, with what the grade asks of each. */
export function MeasureFields({ measures, typed, onType, marks }: Measuring) {
  return measures.map((measure) => (
    <MeasureField
      key={measure.name}
      measure={measure}
      typed={typed[measure.name] ?? ''}
      mark={marks?.[measure.name]}
      onType={(text) => onType({ ...typed, [measure.name]: text })}
    />
  ))
}

interface OneMeasure {
  measure: Measure
  typed: string
  onType: (text: string) => void
  mark: string | undefined
}

function MeasureField({ measure, typed, onType, mark }: OneMeasure) {
  const m = useMessages(messages)
  const { name, label, unit, max } = measure
  const called = useMeasureName()(name, label)
  const limit = useLimitWords()(measure)
  const isNumber = typed === '' || /^\d{1,5}([.,]\d{1,3})?$/.test(typed.trim())
  const isOutside = isNumber && typed !== '' && !isWithin(Number(typed.trim().replace(',', '.')), measure)
  return (
    <Field
      label={unit ? `${called}, ${unit}` : called}
      hint={[mark, max > 0 && !isOutside && say(m.limit, { limit })].filter(Boolean).join(' · ') || undefined}
      fault={isOutside ? say(m.outside, { limit }) : isNumber ? undefined : m.notANumber}
    >
      {(control) => (
        <input
          {...control}
          className="input measure"
          inputMode="decimal"
          autoComplete="off"
          maxLength={9}
          value={typed}
          onChange={({ target }) => onType(target.value)}
        />
      )}
    </Field>
  )
}
