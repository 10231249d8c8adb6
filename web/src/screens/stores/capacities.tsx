import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import type { StorageLocation } from '../../api/operations.ts'
import { useMay, useMe } from '../../api/session.ts'
import { useOnline } from '../../frame/online.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { parseStock } from '../../i18n/numbers.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import type { Bay } from '../../stock/bays.ts'
import { catalogueQuery } from '../../stock/queries.ts'
import { Besides } from '../../ui/besides.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Choice } from '../../ui/parts.tsx'
import { StockField } from '../../ui/weight-field.tsx'
import { storePageMessages } from './store-messages.ts'

interface Props {
  bay: Bay
  shape: StorageLocation['substorage'][number]
  /** The version of the store that is shown: what somebody else changed meanwhile is not written over. */
  etag: string | undefined
  isOurs: boolean
}

/** Shows the capacity of a bay for each commodity. */
export function Capacities({ bay, shape, etag, isOurs }: Props) {
  const m = useMessages(storePageMessages)
  const refusal = useRefusal()
  const mayChange = useMay('storage:write') && isOurs
  const isOnline = useOnline()
  const [isSetting, set] = useState(false)
  const sending = useSending()
  const remove = (commodityId: number) => {
    const capacity = shape.capacity
      .filter((each) => each.commodityId !== commodityId)
      .map((each) => ({ commodityId: each.commodityId, weight: each.weight.weight }))
    const body = { substorage: [{ id: shape.id, capacity }] }
    void sending.send(() =>
      askOnce('PATCH /api/inventory/storage/{id}', { path: { id: bay.storeId }, body, ifMatch: etag }),
    )
  }
  return (
    <section className="panel list" aria-label={m.capacities}>
      <header className="bar apart">
        <h2>{m.capacities}</h2>
        {mayChange && (
          <button type="button" className="button" disabled={!isOnline} onClick={() => set(true)}>
            {m.setCapacity}
          </button>
        )}
      </header>
      {sending.error !== null && (
        <div className="note bad" role="alert">
          {refusal(sending.error)}
        </div>
      )}
      {shape.capacity.length === 0 && <p className="pad quiet">{m.noCapacities}</p>}
      <ul>
        {shape.capacity.map(({ commodityId, commodityName, weight }) => (
          <li key={commodityId} className="row">
            <span className="strong">{commodityName}</span>
            <Stock weight={weight.weight} commodityId={commodityId} />
            {mayChange && (
              <button
                type="button"
                className="button bare"
                aria-label={say(m.remove, { grain: commodityName })}
                disabled={!isOnline || sending.isBusy}
                onClick={() => remove(commodityId)}
              >
                <Icon name="close" size={18} />
              </button>
            )}
          </li>
        ))}
      </ul>
      {isSetting && <SetCapacity bay={bay} shape={shape} etag={etag} onClose={() => set(false)} />}
    </section>
  )
}

/** A weight of stock with its unit, and beside it in bushels where people think in both. */
function Stock({ weight, commodityId }: { weight: number; commodityId: number }) {
  const formats = useFormats(commodityId)
  return (
    <span className="num">
      {formats.stockWeight(weight)}
      <Besides {...{ weight, commodityId }} />
    </span>
  )
}

function SetCapacity({ bay, shape, etag, onClose }: Omit<Props, 'isOurs'> & { onClose: () => void }) {
  const language = useLanguage()
  const catalogue = useQuery(catalogueQuery(useMe().organisation.countryISO))
  const [chosen, choose] = useState(bay.commodityId === 0 ? '' : String(bay.commodityId))
  const commodityId = chosen === '' ? undefined : Number(chosen)
  const m = useMessages(storePageMessages, commodityId)
  const formats = useFormats(commodityId)
  const [typed, type] = useState('')
  const weight = parseStock(typed, language, { commodityId })
  const items = catalogue.data?.flatMap((each) => each.items) ?? []
  const grain = items.find(({ id }) => id === commodityId)?.name
  const kg = 'kg' in weight ? weight.kg : 0
  const body =
    commodityId !== undefined && grain && kg > 0
      ? { substorageId: shape.id, commodityId, weight: kg }
      : undefined
  const path = { id: bay.storeId }
  const sending = useSending()
  return (
    <Dialog title={m.setCapacity} onClose={onClose} isSheet>
      <Form
        sending={sending}
        action={
          body ? say(m.saveLimit, { grain: grain ?? '', weight: formats.exactStock(kg) }) : m.saveNothing
        }
        isReady={body !== undefined}
        onSend={() =>
          body &&
          sending.send(
            () => askOnce('POST /api/inventory/storage/{id}/commodities', { path, body, ifMatch: etag }),
            onClose,
          )
        }
        onCancel={onClose}
      >
        <Choice label={m.grain} value={chosen} onChange={choose}>
          <option value="">{m.choose}</option>
          {items.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
        <StockField
          label={m.limit}
          value={typed}
          onChange={type}
          fault={sending.faultOf('weight')}
          commodityId={commodityId}
        />
      </Form>
    </Dialog>
  )
}
