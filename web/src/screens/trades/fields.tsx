import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/messages.ts'
import { GrainFields } from '../../stock/grain-fields.tsx'
import { partnersQuery, storesQuery } from '../../stock/queries.ts'
import { Choice, Segmented, TextField } from '../../ui/parts.tsx'
import { Suggest } from '../../ui/suggest.tsx'
import { StockField } from '../../ui/weight-field.tsx'
import { commodityOfTrade, type TradeDraft } from './draft.ts'
import type { TradeFieldsProps } from './fields-props.ts'
import { tradeFormMessages } from './form-messages.ts'
import { messages } from './messages.ts'
import { PriceFields } from './price-fields.tsx'
import { AllowanceRows, LimitRows } from './quality-rows.tsx'
import { Rest } from './rest-fields.tsx'
import { WindowRows } from './window-rows.tsx'

/** All that a contract agrees, in the order in which it is read from paper. */
export function TradeFields({ isNew, ...props }: TradeFieldsProps & { isNew: boolean }) {
  const m = useMessages(tradeFormMessages)
  return (
    <>
      <Part title={m.who}>
        {isNew && <Kind {...props} />}
        <Who {...props} />
      </Part>
      <Part title={m.what}>
        <What {...props} />
      </Part>
      <Part title={m.when} hint={m.whenHint}>
        <WindowRows {...props} />
      </Part>
      <Part title={m.where}>
        <Where {...props} />
      </Part>
      <Part title={m.quality} hint={m.limitsHint}>
        <LimitRows {...props} />
      </Part>
      <Part title={m.allowances} hint={m.allowancesHint}>
        <AllowanceRows {...props} />
      </Part>
      <Part title={m.price}>
        <PriceFields {...props} />
      </Part>
      <Part title={m.rest}>
        <Rest {...props} />
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

function Kind({ draft, change }: TradeFieldsProps) {
  const m = useMessages(tradeFormMessages)
  const words = useMessages(messages)
  return (
    <Segmented
      label={m.kind}
      value={draft.kind}
      options={{ purchase: words.purchase, sale: words.sale }}
      onChange={(kind) => change({ kind })}
    />
  )
}

function Who({ draft, change, sending: { at } }: TradeFieldsProps) {
  const m = useMessages(tradeFormMessages)
  const partners = useQuery(partnersQuery())
  const names = (partners.data?.docs ?? []).map(({ name }) => name)
  const typed = draft.partner.trim()
  const isNew = typed !== '' && partners.data !== undefined && !names.includes(typed)
  return (
    <>
      <Suggest
        label={draft.kind === 'sale' ? m.buyer : m.seller}
        value={draft.partner}
        options={names.map((value) => ({ value }))}
        onChange={(partner) => change({ partner })}
        hint={isNew ? m.newPartner : undefined}
        {...at('partner', 'partner.id', 'partner.name')}
      />
      <div className="two">
        <TextField
          label={m.reference}
          value={draft.reference}
          onChange={(reference) => change({ reference })}
          {...at('reference')}
        />
        <TextField
          label={m.partnerReference}
          value={draft.partnerReference}
          onChange={(partnerReference) => change({ partnerReference })}
          {...at('partnerReference')}
        />
      </div>
    </>
  )
}

function What(props: TradeFieldsProps) {
  const { draft, change, sending } = props
  const { at, faultOf } = sending
  const m = useMessages(tradeFormMessages)
  return (
    <>
      <GrainFields
        value={draft}
        onChange={change}
        allTypes={m.anyType}
        labels={{ grain: m.grain, choose: m.choose, grade: m.grade, noGrade: m.anyGrade }}
        faults={{
          grain: faultOf('commodity', 'commodity.id', 'commodity.type'),
          grade: faultOf('commodity.grade'),
        }}
      />
      <div className="two">
        <TextField
          label={m.varieties}
          hint={m.varietiesHint}
          value={draft.varieties}
          onChange={(varieties) => change({ varieties })}
          {...at('varieties', 'varieties[0]')}
        />
        <TextField
          label={m.harvestYear}
          hint={m.harvestYearHint}
          value={draft.harvestYear}
          onChange={(harvestYear) => change({ harvestYear })}
          {...at('harvestYear')}
        />
      </div>
      <Weight {...props} />
    </>
  )
}

function Weight({ draft, change, sending: { faultOf } }: TradeFieldsProps) {
  const commodityId = commodityOfTrade(draft)
  const m = useMessages(tradeFormMessages, commodityId)
  return (
    <div className="two">
      <StockField
        label={m.weight}
        value={draft.weight}
        onChange={(weight) => change({ weight })}
        fault={faultOf('weight')}
        commodityId={commodityId}
        awaitsCrop
      />
      <div className="two">
        <TextField
          label={m.tolerance}
          value={draft.tolerance}
          onChange={(tolerance) => change({ tolerance })}
          fault={faultOf('tolerance.percentage')}
        />
        <Choice
          label={m.option}
          value={draft.option}
          onChange={(option) => change({ option: option as TradeDraft['option'] })}
          fault={faultOf('tolerance.option')}
        >
          <option value="">{m.notSaid}</option>
          <option value="buyer">{m.byBuyer}</option>
          <option value="seller">{m.bySeller}</option>
        </Choice>
      </div>
    </div>
  )
}

function Where({ draft, change, sending: { faultOf } }: TradeFieldsProps) {
  const m = useMessages(tradeFormMessages)
  const stores = useQuery(storesQuery)
  const side = (label: string, name: 'finalWeight' | 'finalQuality') => (
    <Choice
      label={label}
      value={draft[name]}
      onChange={(value) => change({ [name]: value as TradeDraft['finalWeight'] })}
    >
      <option value="">{m.notSaid}</option>
      <option value="loading">{m.loading}</option>
      <option value="unloading">{m.unloading}</option>
    </Choice>
  )
  return (
    <>
      <div className="two">
        <Choice
          label={m.delivery}
          value={draft.terms}
          onChange={(terms) => change({ terms: terms as TradeDraft['terms'] })}
        >
          <option value="">{m.notSaid}</option>
          <option value="ex_store">{m.exStore}</option>
          <option value="delivered">{m.delivered}</option>
        </Choice>
        <Choice
          label={m.store}
          value={draft.storageId}
          onChange={(storageId) => change({ storageId })}
          fault={faultOf('delivery', 'delivery.storageId')}
        >
          <option value="">{m.anyStore}</option>
          {(stores.data ?? []).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
      </div>
      <div className="two">
        {side(m.finalWeight, 'finalWeight')}
        {side(m.finalQuality, 'finalQuality')}
      </div>
    </>
  )
}
