import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import type { Ticket } from '../../offline/tickets.ts'
import { useLimitWords } from '../../stock/limit-words.ts'
import { useMeasureName } from '../../stock/measure-names.ts'
import { Choice, Field } from '../../ui/parts.tsx'
import { measuredOf, type Draft } from './draft.ts'
import { isWithin, offeredGrade, type GradeLimits } from './grade-offer.ts'
import { messages } from './quality-messages.ts'
import { isDried, type Measure, type Terms } from './terms.ts'

interface Props {
  draft: Draft
  change: (part: Partial<Draft>) => void
  terms: Terms
  grain: Ticket['grain'] | undefined
}

/** What is measured of a load: what the sender's contract and the grade ask for. */
export function Quality(props: Props) {
  const { draft, change, terms } = props
  const m = useMessages(messages)
  const formats = useFormats()
  const nameOf = useMeasureName()
  const { measures, contract } = terms
  const level = contract?.details.services.drying.preAgreedMoistureLevelPercentage ?? 0
  const isOpen =
    draft.isMeasuring || isDried(terms) || Object.values(draft.measured).some((typed) => typed !== '')
  return (
    <>
      {isOpen ? (
        <fieldset className="quality">
          <legend className="label">{m.quality}</legend>
          <MeasureFields
            measures={measures}
            typed={draft.measured}
            onType={(measured) => change({ measured })}
          />
          {draft.kind === 'field' && terms.grades.length > 0 && (
            <GradeChoice draft={draft} change={change} grades={terms.grades} />
          )}
          <GradeOffer {...props} />
          {isDried(terms) && (
            <p className="quiet small">{say(m.driedTo, { level: formats.figure(level) })}</p>
          )}
        </fieldset>
      ) : (
        <button type="button" className="button bare start" onClick={() => change({ isMeasuring: true })}>
          {say(m.measure, { what: measures.map(({ name, label }) => nameOf(name, label)).join(', ') })}
        </button>
      )}
    </>
  )
}

interface Measuring {
  measures: Measure[]
  /** By what is measured. */
  typed: Record<string, string>
  onType: (typed: Record<string, string>) => void
}

/** The figures of a sample alone. */
export function Measures(props: Measuring) {
  const m = useMessages(messages)
  return (
    <fieldset className="quality">
      <legend className="label">{m.quality}</legend>
      <MeasureFields {...props} />
    </fieldset>
  )
}

function MeasureFields({ measures, typed, onType }: Measuring) {
  return (
    <div className="measures">
      {measures.map((measure) => (
        <MeasureField
          key={measure.name}
          measure={measure}
          typed={typed[measure.name] ?? ''}
          onType={(text) => onType({ ...typed, [measure.name]: text })}
        />
      ))}
    </div>
  )
}

interface OneMeasure {
  measure: Measure
  typed: string
  onType: (text: string) => void
}

function MeasureField({ measure, typed, onType }: OneMeasure) {
  const m = useMessages(messages)
  const { name, label, unit, max } = measure
  const called = useMeasureName()(name, label)
  const limit = useLimitWords()(measure)
  const isNumber = typed === '' || /^\d{1,5}([.,]\d{1,3})?$/.test(typed.trim())
  const isOutside = isNumber && typed !== '' && !isWithin(Number(typed.trim().replace(',', '.')), measure)
  return (
    <Field
      label={unit ? `${called}, ${unit}` : called}
      hint={max === 0 || isOutside ? undefined : say(m.limit, { limit })}
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

/** The grade of a load off a field: as it was sown, unless it was found to be of another. */
function GradeChoice({ draft, change, grades }: Pick<Props, 'draft' | 'change'> & { grades: GradeLimits[] }) {
  const m = useMessages(messages)
  return (
    <Choice label={m.grade} value={draft.grade} onChange={(grade) => change({ grade })}>
      <option value="">{m.sownGrade}</option>
      {grades.map(({ gradeId, name }) => (
        <option key={gradeId} value={gradeId}>
          {name}
        </option>
      ))}
    </Choice>
  )
}

/** The grade that the figures meet, to be taken with a tap where it is another than the one that is chosen. */
function GradeOffer({ draft, change, terms, grain }: Props) {
  const m = useMessages(messages)
  if (!grain) return null
  const measured = new Map(
    measuredOf(draft, terms.measures).map(({ name, value }) => [name, Number(value)] as const),
  )
  const offered = offeredGrade(terms.grades, measured, grain.grade)
  if (!offered) return null
  const take =
    draft.kind === 'field'
      ? { grade: String(offered.gradeId) }
      : { grain: `${grain.id}.${grain.type}.${offered.gradeId}`, variety: draft.variety }
  return (
    <button type="button" className="button start" onClick={() => change(take)}>
      {say(m.takeGrade, { grade: offered.name })}
    </button>
  )
}
