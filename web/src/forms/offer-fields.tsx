import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { BusinessUnit } from '../api/operations.ts'
import { useMessages } from '../i18n/messages.ts'
import { businessUnitsQuery } from '../stock/queries.ts'
import type { FieldsOf } from '../ui/fields-of.ts'
import { TextField } from '../ui/parts.tsx'
import { StockField } from '../ui/weight-field.tsx'
import type { TypedChange } from './offer-draft.ts'
import './offer.css'
import { offerMessages } from './offer-messages.ts'

type Typed = Omit<TypedChange, 'grade'>

interface Props {
  value: Typed
  onChange: (part: Partial<Typed>) => void
  /** The service's fault of each. */
  faultOf: FieldsOf['faultOf']
  /** Business units that it counts to already, of which some may be archived. */
  known?: BusinessUnit[]
  /** The grain, as far as it can be named here. */
  /** By which a bushel is one, as soon as it is chosen. */
  commodityId: number | undefined
  children: ReactNode
}

/** An offer, new or entered before: its grain, how much of it is for sale and sold, and by what it is found. */
export function OfferFields({ value, onChange, faultOf, known = [], commodityId, children }: Props) {
  const m = useMessages(offerMessages, commodityId)
  return (
    <>
      {children}
      <div className="two">
        <StockField
          label={m.weight}
          hint={m.weightHint}
          value={value.weight}
          onChange={(weight) => onChange({ weight })}
          fault={faultOf('weight', 'commodityWeight')}
          commodityId={commodityId}
          awaitsCrop
        />
        <StockField
          label={m.soldWeight}
          hint={m.soldHint}
          value={value.sold}
          onChange={(sold) => onChange({ sold })}
          fault={faultOf('soldWeight')}
          commodityId={commodityId}
          awaitsCrop
        />
      </div>
      <TextField
        label={m.tags}
        hint={m.tagsHint}
        value={value.tags}
        onChange={(tags) => onChange({ tags })}
        fault={faultOf('tags', ...value.tags.split(',').map((_tag, at) => `tags[${at}]`))}
      />
      <Units
        value={value.units}
        known={known}
        onChange={(units) => onChange({ units })}
        fault={faultOf('businessUnitIds', ...value.units.map((_unit, at) => `businessUnitIds[${at}]`))}
      />
    </>
  )
}

interface UnitsProps {
  value: string[]
  known: BusinessUnit[]
  onChange: (units: string[]) => void
  fault: string | undefined
}

/** The parts of the organisation that it counts to. */
function Units({ value, known, onChange, fault }: UnitsProps) {
  const m = useMessages(offerMessages)
  const { data = [] } = useQuery(businessUnitsQuery)
  const units = new Map([...known, ...data].map(({ id, name }) => [id, name]))
  if (units.size === 0) return null
  const toggle = (id: string) =>
    value.includes(id) ? value.filter((each) => each !== id) : [...value, id].toSorted()
  return (
    <fieldset className="offer-units">
      <legend className="quiet small">{m.units}</legend>
      {[...units].map(([id, name]) => (
        <label key={id} className="check">
          <input type="checkbox" checked={value.includes(id)} onChange={() => onChange(toggle(id))} />
          {name}
        </label>
      ))}
      {fault && <p className="fault">{fault}</p>}
    </fieldset>
  )
}
