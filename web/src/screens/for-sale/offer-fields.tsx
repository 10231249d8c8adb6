import { useQuery } from '@tanstack/react-query'
import type { BusinessUnit } from '../../api/operations.ts'
import { useMessages } from '../../i18n/messages.ts'
import { TextField } from '../../ui/parts.tsx'
import { StockField } from '../../ui/weight-field.tsx'
import type { TypedChange } from './draft.ts'
import { offerMessages } from './offer-messages.ts'
import { businessUnitsQuery } from './queries.ts'

interface Props<Part extends keyof TypedChange> {
  value: Pick<TypedChange, Part>
  onChange: (part: Partial<Pick<TypedChange, Part>>) => void
  /** What the service says of each. */
  faults: Partial<Record<Part, string | undefined>>
}

/** How much is for sale, and how much of it is sold. */
export function Weights({ value, onChange, faults }: Props<'weight' | 'sold'>) {
  const m = useMessages(offerMessages)
  return (
    <div className="two">
      <StockField
        label={m.weight}
        hint={m.weightHint}
        value={value.weight}
        onChange={(weight) => onChange({ weight })}
        fault={faults.weight}
      />
      <StockField
        label={m.soldWeight}
        hint={m.soldHint}
        value={value.sold}
        onChange={(sold) => onChange({ sold })}
        fault={faults.sold}
      />
    </div>
  )
}

interface TagsProps extends Props<'tags' | 'units'> {
  /** Business units that it counts to already, of which some may be archived. */
  known?: BusinessUnit[]
}

/** By what it is found: tags, and the parts of the organisation that it counts to. */
export function TagsAndUnits({ value, onChange, faults, known = [] }: TagsProps) {
  const m = useMessages(offerMessages)
  const { data = [] } = useQuery(businessUnitsQuery)
  const units = new Map([...known, ...data].map(({ id, name }) => [id, name]))
  const toggle = (id: string) =>
    value.units.includes(id) ? value.units.filter((each) => each !== id) : [...value.units, id].toSorted()
  return (
    <>
      <TextField
        label={m.tags}
        hint={m.tagsHint}
        value={value.tags}
        onChange={(tags) => onChange({ tags })}
        fault={faults.tags}
      />
      {units.size > 0 && (
        <fieldset className="sale-units">
          <legend className="quiet small">{m.units}</legend>
          {[...units].map(([id, name]) => (
            <label key={id} className="check">
              <input
                type="checkbox"
                checked={value.units.includes(id)}
                onChange={() => onChange({ units: toggle(id) })}
              />
              {name}
            </label>
          ))}
          {faults.units && <p className="fault">{faults.units}</p>}
        </fieldset>
      )}
    </>
  )
}
