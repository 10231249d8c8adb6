import { useQuery } from '@tanstack/react-query'
import { useMe } from '../api/session.ts'
import { useLanguage } from '../i18n/language.ts'
import { useMessages } from '../i18n/messages.ts'
import { parseStock } from '../i18n/numbers.ts'
import { catalogueQuery } from '../stock/queries.ts'
import type { Sending } from '../ui/form.tsx'
import { Choice, Field } from '../ui/parts.tsx'
import { StockField } from '../ui/weight-field.tsx'
import { storageMessages } from './storage-messages.ts'

/** The bays of a new store as they are typed. */
export interface TypedBays {
  /** One in each line. */
  bays: string
  /** Most that each takes, and of which grain. */
  limit: string
  commodityId: string
}

const cropOf = (chosen: string) => (chosen === '' ? undefined : Number(chosen))

/** Turns what was typed of bays into what is sent. */
export function useNewBays({ bays, limit: typed, commodityId }: TypedBays) {
  const names = bays.split('\n').flatMap((line) => line.trim() || [])
  const crop = cropOf(commodityId)
  const limit = parseStock(typed, useLanguage(), { commodityId: crop })
  const hasLimit = 'kg' in limit && limit.kg > 0
  const capacity = hasLimit ? [{ commodityId: Number(commodityId), weight: limit.kg }] : []
  const isGrainMissing = hasLimit && commodityId === ''
  const isLimitReady = hasLimit ? !isGrainMissing : typed.trim() === ''
  return { names, isGrainMissing, isLimitReady, substorage: names.map((name) => ({ name, capacity })) }
}

interface Props {
  draft: TypedBays
  change: (part: Partial<TypedBays>) => void
  sending: Sending
  baysFault: string | undefined
}

/** The bays of a new store, and what each takes. */
export function NewBays({ draft, change, sending, baysFault }: Props) {
  const { isGrainMissing } = useNewBays(draft)
  return (
    <>
      <BayNames bays={draft.bays} onChange={(bays) => change({ bays })} fault={baysFault} />
      <LimitFields
        draft={draft}
        change={change}
        fault={sending.faultOf('substorage[0].capacity[0].weight')}
        isGrainMissing={isGrainMissing}
      />
    </>
  )
}

interface BayNamesProps {
  bays: string
  onChange: (bays: string) => void
  fault: string | undefined
}

function BayNames({ bays, onChange, fault }: BayNamesProps) {
  const m = useMessages(storageMessages)
  return (
    <Field label={m.bayNames} hint={m.bayNamesHint} fault={fault}>
      {(control) => (
        <textarea
          {...control}
          className="input lines"
          rows={4}
          value={bays}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

interface LimitProps {
  draft: TypedBays
  change: (part: Partial<TypedBays>) => void
  fault: string | undefined
  isGrainMissing: boolean
}

/** Fields for the most that each of the bays takes, and of which grain. */
function LimitFields({ draft, change, fault, isGrainMissing }: LimitProps) {
  const commodityId = cropOf(draft.commodityId)
  const m = useMessages(storageMessages, commodityId)
  const catalogue = useQuery(catalogueQuery(useMe().organisation.countryISO))
  return (
    <div className="two">
      <StockField
        label={m.limit}
        hint={m.limitHint}
        value={draft.limit}
        onChange={(limit) => change({ limit })}
        fault={fault}
        commodityId={commodityId}
      />
      <Choice
        label={m.limitOf}
        value={draft.commodityId}
        onChange={(chosen) => change({ commodityId: chosen })}
        fault={isGrainMissing ? m.grainMissing : undefined}
      >
        <option value="">{m.anyGrain}</option>
        {catalogue.data?.flatMap(({ items }) =>
          items.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          )),
        )}
      </Choice>
    </div>
  )
}
