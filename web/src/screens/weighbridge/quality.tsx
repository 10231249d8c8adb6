import { MeasureFields, type Measuring } from '../../forms/measure-fields.tsx'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import type { Ticket } from '../../offline/tickets.ts'
import { useMeasureName } from '../../stock/measure-names.ts'
import { Choice } from '../../ui/parts.tsx'
import { FromMeter, useMeterMarks } from './from-meter.tsx'
import { measuredOf, type TicketDraft } from './draft.ts'
import { offeredGrade, type GradeLimits } from './grade-offer.ts'
import { messages } from './quality-messages.ts'
import { isDried, type TicketTerms } from './terms.ts'

interface Props {
  draft: TicketDraft
  change: (part: Partial<TicketDraft>) => void
  terms: TicketTerms
  grain: Ticket['grain'] | undefined
}

/** Form for the measurements that the sender's contract and the grade ask of a load. */
export function Quality(props: Props) {
  const { draft, change, terms } = props
  const m = useMessages(messages)
  const formats = useFormats()
  const nameOf = useMeasureName()
  const marks = useMeterMarks(draft)
  const { measures, contract } = terms
  const level = contract?.details.services.drying.preAgreedMoistureLevelPercentage ?? 0
  const isOpen =
    draft.isMeasuring || isDried(terms) || Object.values(draft.measured).some((typed) => typed !== '')
  return (
    <>
      <FromMeter measures={measures} sampled={draft} onTake={change} />
      {isOpen ? (
        <fieldset className="quality">
          <legend className="label">{m.quality}</legend>
          <div className="measures">
            <MeasureFields
              measures={measures}
              typed={draft.measured}
              marks={marks}
              onType={(measured) => change({ measured })}
            />
          </div>
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

/** The figures of a sample alone. */
export function Measures(props: Measuring) {
  const m = useMessages(messages)
  return (
    <fieldset className="quality">
      <legend className="label">{m.quality}</legend>
      <div className="measures">
        <MeasureFields {...props} />
      </div>
    </fieldset>
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
