import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Field, Segmented } from '../../ui/parts.tsx'
import type { Draft } from './draft.ts'
import { messages } from './quality-messages.ts'
import { isDried, type Measure, type Terms } from './terms.ts'

interface Props {
  draft: Draft
  change: (part: Partial<Draft>) => void
  terms: Terms
}

/** Whose the load is, and what is measured of it: what the sender's contract and the grade ask for. */
export function Quality(props: Props) {
  const { draft, change, terms } = props
  const m = useMessages(messages)
  const formats = useFormats()
  const nameOf = useNameOf()
  const { measures, contract } = terms
  const level = contract?.details.services.drying.preAgreedMoistureLevelPercentage ?? 0
  const isOpen =
    draft.isMeasuring || isDried(terms) || Object.values(draft.measured).some((typed) => typed !== '')
  return (
    <>
      <UnderContract {...props} />
      {isOpen ? (
        <fieldset className="quality">
          <legend className="label">{m.quality}</legend>
          <div className="measures">
            {measures.map((measure) => (
              <MeasureField key={measure.name} measure={measure} {...props} />
            ))}
          </div>
          {isDried(terms) && (
            <p className="quiet small">{say(m.driedTo, { level: formats.figure(level) })}</p>
          )}
        </fieldset>
      ) : (
        <button type="button" className="button bare start" onClick={() => change({ isMeasuring: true })}>
          {say(m.measure, { what: measures.map(nameOf).join(', ') })}
        </button>
      )}
    </>
  )
}

/** The names of the catalogue are English; those of frequent measures are said in the reader's language. */
function useNameOf(): (measure: Measure) => string {
  const m = useMessages(messages)
  const own: Record<string, string | undefined> = {
    Moisture: m.moisture,
    Protein: m.protein,
    Admixture: m.admixture,
    'Bushel weight': m.bushelWeight,
    'Specific weight': m.bushelWeight,
  }
  return ({ name }) => own[name] ?? name
}

function MeasureField({ measure, draft, change }: Props & { measure: Measure }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const { name, unit } = measure
  const nameOf = useNameOf()
  const typed = draft.measured[name] ?? ''
  const isNumber = typed === '' || /^\d{1,5}([.,]\d{1,3})?$/.test(typed.trim())
  return (
    <Field
      label={unit ? `${nameOf(measure)}, ${unit}` : nameOf(measure)}
      hint={askedOf(measure, m, formats.figure)}
      fault={isNumber ? undefined : m.notANumber}
    >
      {(control) => (
        <input
          {...control}
          className="input measure"
          inputMode="decimal"
          autoComplete="off"
          maxLength={9}
          value={typed}
          onChange={({ target }) => change({ measured: { ...draft.measured, [name]: target.value } })}
        />
      )}
    </Field>
  )
}

/** What the grade asks of a measure. The catalogue writes “at least” as “up to 100”, or 1,000. */
function askedOf(
  { min, max }: Measure,
  m: Record<'atLeast' | 'atMost' | 'between', string>,
  written: (value: number) => string,
): string | undefined {
  if (max === 0) return undefined
  const values = { min: written(min), max: written(max) }
  if (min === 0) return say(m.atMost, values)
  return say(max >= 100 ? m.atLeast : m.between, values)
}

/** Where the sender has a contract: whether the load is stored under it, or bought. */
function UnderContract({ change, terms: { contract, isStored } }: Props) {
  const m = useMessages(messages)
  if (contract === null) return null
  return (
    <div className="field">
      <Segmented
        label={m.whose}
        value={isStored ? 'yes' : 'no'}
        options={{ yes: say(m.storedUnder, { reference: contract.details.reference }), no: m.bought }}
        onChange={(stored) => change({ stored })}
      />
      <span className="quiet small">
        {isStored ? say(m.belongsTo, { owner: contract.owner.name }) : m.belongsToUs}
      </span>
    </div>
  )
}
