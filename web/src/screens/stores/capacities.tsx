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
  const mayChange = useMay('storage:write') && isOurs
  const isOnline = useOnline()
  const [isSetting, set] = useState(false)
  const [removed, remove] = useState<Limit>()
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
      {shape.capacity.length === 0 && <p className="pad quiet">{m.noCapacities}</p>}
      <ul>
        {shape.capacity.map((limit) => (
          <li key={limit.commodityId} className="row">
            <span className="strong">{limit.commodityName}</span>
            <Stock weight={limit.weight.weight} commodityId={limit.commodityId} />
            {mayChange && (
              <button
                type="button"
                className="button bare"
                aria-label={say(m.remove, { grain: limit.commodityName })}
                disabled={!isOnline}
                onClick={() => remove(limit)}
              >
                <Icon name="close" size={18} />
              </button>
            )}
          </li>
        ))}
      </ul>
      {isSetting && <SetCapacity bay={bay} shape={shape} etag={etag} onClose={() => set(false)} />}
      {removed && (
        <RemoveCapacity {...{ bay, shape, etag }} limit={removed} onClose={() => remove(undefined)} />
      )}
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

type Limit = Props['shape']['capacity'][number]
type FormProps = Omit<Props, 'isOurs'> & { onClose: () => void }

/** Asks before a limit goes: without it nobody is warned that the bay is full. */
function RemoveCapacity({ bay, shape, etag, limit, onClose }: FormProps & { limit: Limit }) {
  const m = useMessages(storePageMessages)
  const formats = useFormats(limit.commodityId)
  const sending = useSending()
  const grain = limit.commodityName
  const capacity = shape.capacity
    .filter((each) => each.commodityId !== limit.commodityId)
    .map((each) => ({ commodityId: each.commodityId, weight: each.weight.weight }))
  const body = { substorage: [{ id: shape.id, capacity }] }
  const path = { id: bay.storeId }
  return (
    <Dialog title={say(m.remove, { grain })} onClose={onClose}>
      <Form
        sending={sending}
        action={m.removeLimit}
        onSend={() =>
          sending.send(
            () => askOnce('PATCH /api/inventory/storage/{id}', { path, body, ifMatch: etag }),
            onClose,
          )
        }
        onCancel={onClose}
      >
        <p>{say(m.removeWhat, { bay: bay.name, weight: formats.stockWeight(limit.weight.weight) })}</p>
      </Form>
    </Dialog>
  )
}

function SetCapacity({ bay, shape, etag, onClose }: FormProps) {
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
