import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api/client.ts'
import { postInventoryStorageLimits } from '../../api/operations.ts'
import { useMe } from '../../api/session.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { parseStock } from '../../i18n/numbers.ts'
import { useDraft } from '../../offline/drafts.ts'
import { draftOf, locationIn } from '../../place/place-draft.ts'
import { PlaceField } from '../../place/place-field.tsx'
import { catalogueQuery } from '../../stock/queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { Choice, Field, TextField } from '../../ui/parts.tsx'
import { useRequestKey } from '../../ui/request-key.ts'
import { StockField } from '../../ui/weight-field.tsx'
import { messages } from './messages.ts'

/** A new store with the names of its bays, and what each takes. */
export function AddStore({ onClose }: { onClose: () => void }) {
  const m = useMessages(messages)
  const language = useLanguage()
  const navigate = useNavigate()
  const { organisation } = useMe()
  const [draft, change, clear] = useDraft(`${organisation.id}.store`, () => ({
    name: '',
    bays: m.firstBays,
    limit: '',
    commodityId: '',
    place: draftOf(),
  }))
  const names = draft.bays.split('\n').flatMap((line) => line.trim() || [])
  const limit = parseStock(draft.limit, language)
  const hasLimit = 'kg' in limit && limit.kg > 0
  const capacity = hasLimit ? [{ commodityId: Number(draft.commodityId), weight: limit.kg }] : []
  const body = {
    name: draft.name.trim(),
    type: 'store' as const,
    location: locationIn(draft.place, organisation.countryISO),
    substorage: names.map((name) => ({ name, capacity })),
  }
  const sending = useSending(postInventoryStorageLimits)
  const key = useRequestKey(body)
  const baysFault = sending.faultOf('substorage', ...names.map((_name, index) => `substorage[${index}].name`))
  const isGrainMissing = hasLimit && draft.commodityId === ''
  const isLimitReady = hasLimit ? !isGrainMissing : draft.limit.trim() === ''
  const go = () =>
    void sending.send(async () => {
      const { id } = await ask('POST /api/inventory/storage', { body, key })
      clear()
      onClose()
      await navigate({ to: '/stores/$id', params: { id } })
    })
  return (
    <Dialog title={m.addStore} onClose={onClose} isSheet>
      <Form
        sending={sending}
        action={say(m.makeStore, { n: names.length })}
        isReady={body.name !== '' && names.length > 0 && isLimitReady}
        isSaidBelow={baysFault !== undefined}
        onSend={go}
        onCancel={onClose}
      >
        <TextField
          label={m.storeName}
          value={draft.name}
          onChange={(name) => change({ name })}
          {...sending.at('name')}
        />
        <BayNames bays={draft.bays} onChange={(bays) => change({ bays })} fault={baysFault} />
        <LimitFields
          draft={draft}
          change={change}
          fault={sending.faultOf('substorage[0].capacity[0].weight')}
          isGrainMissing={isGrainMissing}
        />
        <PlaceField place={draft.place} onChange={(place) => change({ place })} />
      </Form>
    </Dialog>
  )
}

interface BayNamesProps {
  bays: string
  onChange: (bays: string) => void
  fault: string | undefined
}

function BayNames({ bays, onChange, fault }: BayNamesProps) {
  const m = useMessages(messages)
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

interface Limit {
  limit: string
  commodityId: string
}

interface LimitProps {
  draft: Limit
  change: (part: Partial<Limit>) => void
  fault: string | undefined
  isGrainMissing: boolean
}

/** What each of the bays takes, and of which grain. */
function LimitFields({ draft, change, fault, isGrainMissing }: LimitProps) {
  const m = useMessages(messages)
  const catalogue = useQuery(catalogueQuery(useMe().organisation.countryISO))
  return (
    <div className="two">
      <StockField
        label={m.limit}
        hint={m.limitHint}
        value={draft.limit}
        onChange={(limit) => change({ limit })}
        fault={fault}
      />
      <Choice
        label={m.limitOf}
        value={draft.commodityId}
        onChange={(commodityId) => change({ commodityId })}
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
