import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/messages.ts'
import { GrainFields } from '../../stock/grain-fields.tsx'
import { partnersQuery, storesQuery } from '../../stock/queries.ts'
import { DayField } from '../../ui/day-field.tsx'
import type { Sending } from '../../ui/form.tsx'
import { Choice, Field, Segmented, TextField } from '../../ui/parts.tsx'
import { Suggest } from '../../ui/suggest.tsx'
import { StockField } from '../../ui/weight-field.tsx'
import { commodityOfOrder, type OrderDraft } from './draft.ts'
import { orderFormMessages } from './form-messages.ts'
import { messages } from './messages.ts'

interface Props {
  draft: OrderDraft
  change: (part: Partial<OrderDraft>) => void
  sending: Sending
}

/** All that an order says; with whom and of what only where it is no contract's. */
export function OrderFields({ isOwn, ...props }: Props & { isOwn: boolean }) {
  const m = useMessages(orderFormMessages)
  return (
    <>
      <Part title={m.who}>
        {isOwn && <Whose {...props} />}
        <Numbers {...props} />
      </Part>
      <Part title={m.howMuch} hint={m.howMuchHint}>
        <Amount {...props} />
      </Part>
      <Part title={m.transport}>
        <Transport {...props} />
      </Part>
      <Part title={m.where}>
        <Where {...props} />
      </Part>
    </>
  )
}

function Part({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className="panel pad stack">
      <legend className="hidden">{title}</legend>
      <h2>{title}</h2>
      {hint && <p className="quiet small">{hint}</p>}
      {children}
    </fieldset>
  )
}

function Whose({ draft, change, sending: { at, faultOf } }: Props) {
  const m = useMessages(orderFormMessages)
  const words = useMessages(messages)
  const partners = useQuery(partnersQuery())
  const names = (partners.data?.docs ?? []).map(({ name }) => name)
  const typed = draft.partner.trim()
  const isNew = typed !== '' && partners.data !== undefined && !names.includes(typed)
  return (
    <>
      <Segmented
        label={m.kind}
        value={draft.kind}
        options={{ sale: words.sale, purchase: words.purchase }}
        onChange={(kind) => change({ kind })}
      />
      <Suggest
        label={draft.kind === 'sale' ? m.buyer : m.seller}
        value={draft.partner}
        options={names.map((value) => ({ value }))}
        onChange={(partner) => change({ partner })}
        hint={isNew ? m.newPartner : undefined}
        {...at('partner', 'partner.id', 'partner.name')}
      />
      <GrainFields
        value={draft}
        onChange={change}
        allTypes={m.anyType}
        labels={{ grain: m.grain, choose: m.choose }}
        faults={{ grain: faultOf('commodity', 'commodity.id', 'commodity.type') }}
      />
    </>
  )
}

function Numbers({ draft, change, sending: { at } }: Props) {
  const m = useMessages(orderFormMessages)
  const text = (name: 'reference' | 'partnerReference') => (
    <TextField
      label={m[name]}
      value={draft[name]}
      onChange={(typed) => change({ [name]: typed })}
      {...at(name)}
    />
  )
  return (
    <div className="two">
      {text('reference')}
      {text('partnerReference')}
    </div>
  )
}

function Amount({ draft, change, sending: { faultOf } }: Props) {
  const commodityId = commodityOfOrder(draft)
  const m = useMessages(orderFormMessages, commodityId)
  return (
    <>
      <div className="two">
        <StockField
          label={m.weight}
          value={draft.weight}
          onChange={(weight) => change({ weight })}
          fault={faultOf('weight')}
          commodityId={commodityId}
          awaitsCrop
        />
        <TextField
          label={m.loads}
          value={draft.loads}
          onChange={(loads) => change({ loads })}
          fault={faultOf('loads')}
        />
      </div>
      <div className="two">
        <DayField
          label={m.from}
          value={draft.from}
          onChange={(from) => change({ from })}
          fault={faultOf('fromISO')}
        />
        <DayField label={m.to} value={draft.to} onChange={(to) => change({ to })} fault={faultOf('toISO')} />
      </div>
    </>
  )
}

function Transport({ draft, change, sending: { at, faultOf } }: Props) {
  const m = useMessages(orderFormMessages)
  return (
    <>
      <TextField
        label={m.haulier}
        value={draft.haulier}
        onChange={(haulier) => change({ haulier })}
        {...at('haulier')}
      />
      <TextField
        label={m.vehicles}
        hint={m.vehiclesHint}
        value={draft.vehicles}
        onChange={(vehicles) => change({ vehicles })}
        fault={faultOf('vehicles', 'vehicles[0]')}
      />
      <Field label={m.instructions} fault={faultOf('instructions')}>
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={3}
            value={draft.instructions}
            onChange={({ target }) => change({ instructions: target.value })}
          />
        )}
      </Field>
    </>
  )
}

function Where({ draft, change, sending: { at, faultOf } }: Props) {
  const m = useMessages(orderFormMessages)
  const stores = useQuery(storesQuery)
  const bays = stores.data?.find(({ id }) => id === draft.storageId)?.substorage ?? []
  const toggled = (id: number, isOn: boolean) =>
    isOn ? [...draft.bayIds, id] : draft.bayIds.filter((each) => each !== id)
  return (
    <>
      <Choice
        label={m.store}
        value={draft.storageId}
        onChange={(storageId) => change({ storageId, bayIds: [] })}
        fault={faultOf('place', 'place.storageId', 'place.bayIds')}
      >
        <option value="">{m.anyStore}</option>
        {(stores.data ?? []).map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Choice>
      {bays.length > 1 && (
        <fieldset className="order-bays">
          <legend className="label">{m.bays}</legend>
          {bays.map(({ id, name }) => (
            <label key={id} className="check">
              <input
                type="checkbox"
                checked={draft.bayIds.includes(id)}
                onChange={({ target }) => change({ bayIds: toggled(id, target.checked) })}
              />
              {name}
            </label>
          ))}
        </fieldset>
      )}
      <TextField
        label={draft.kind === 'sale' ? m.deliverTo : m.loadFrom}
        hint={m.addressHint}
        value={draft.address}
        onChange={(address) => change({ address })}
        {...at('place.address')}
      />
      <TextField
        label={m.openingHours}
        hint={m.openingHoursHint}
        value={draft.openingHours}
        onChange={(openingHours) => change({ openingHours })}
        {...at('place.openingHours')}
      />
    </>
  )
}
