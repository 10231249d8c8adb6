import { useMessages } from '../../i18n/messages.ts'
import type { Units } from '../../api/units.ts'
import { hasBushels } from '../../i18n/weight-units.ts'
import { Choice, Segmented } from '../../ui/parts.tsx'
import { unitMessages } from './unit-messages.ts'

interface Props {
  value: Units
  country: string
  onChange: (value: Units) => void
}

/** The units in which the organisation reads and types: each of them may be another than its country's. */
export function UnitSettings({ value, country, onChange }: Props) {
  const m = useMessages(unitMessages)
  const change = (part: Partial<Units>) => onChange({ ...value, ...part })
  const names = { t: m.t, kg: m.kg, lb: m.lb, 'short ton': m.shortTon, bu: m.bu }
  const knowsBushels = hasBushels(country)
  const stock = (Object.keys(names) as Units['stock'][]).filter(
    (unit) => unit !== 'bu' || knowsBushels || value.stock === 'bu',
  )
  return (
    <fieldset className="stack">
      <legend className="label">{m.title}</legend>
      <div className="two">
        <Segments
          label={m.scale}
          value={value.scale}
          options={{ kg: m.kg, lb: m.lb }}
          onChange={(scale) => change({ scale })}
        />
        <Segments
          label={m.area}
          value={value.area}
          options={{ ha: m.ha, ac: m.ac }}
          onChange={(area) => change({ area })}
        />
      </div>
      <Choice
        label={m.stock}
        value={value.stock}
        onChange={(unit) => change({ stock: stock.find((each) => each === unit) ?? value.stock })}
      >
        {stock.map((unit) => (
          <option key={unit} value={unit}>
            {names[unit]}
          </option>
        ))}
      </Choice>
      {value.stock === 'bu' && <p className="quiet small">{m.bushels}</p>}
      {knowsBushels && value.stock !== 'bu' && (
        <label className="check">
          <input
            type="checkbox"
            checked={value.besides === 'bu'}
            onChange={({ target }) => change({ besides: target.checked ? 'bu' : null })}
          />
          {m.besides}
        </label>
      )}
      <p className="quiet small">{m.weights}</p>
    </fieldset>
  )
}

interface SegmentsProps<Unit extends string> {
  label: string
  value: Unit
  options: Record<Unit, string>
  onChange: (unit: Unit) => void
}

function Segments<Unit extends string>(props: SegmentsProps<Unit>) {
  return (
    <div className="field">
      <span className="label" aria-hidden="true">
        {props.label}
      </span>
      <Segmented {...props} />
    </div>
  )
}
