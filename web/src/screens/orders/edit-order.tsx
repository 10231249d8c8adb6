import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { askOver } from '../../api/ask-once.ts'
import { patchInventoryOrdersIdLimits, type Operations } from '../../api/operations.ts'
import { useMay, useMe } from '../../api/session.ts'
import { NotRead } from '../../frame/not-read.tsx'
import { useOnline } from '../../frame/online.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useDraft } from '../../offline/drafts.ts'
import '../../stock/agreed.css'
import { Form, useSending } from '../../ui/form.tsx'
import { Icon } from '../../ui/icons.tsx'
import { TextField } from '../../ui/parts.tsx'
import { rebased } from '../../ui/rebased.ts'
import { orderDraftOf, readOrder, type OrderDraft } from './draft.ts'
import { OrderFields } from './fields.tsx'
import { orderFormMessages } from './form-messages.ts'
import { messages } from './messages.ts'
import { orderQuery, type VersionedOrder } from './queries.ts'
import { isShownInOrder } from './refused.ts'

const route = getRouteApi('/orders/$id/edit')

/** Changes the terms of an order. */
export function EditOrder() {
  const m = useMessages(orderFormMessages)
  const list = useMessages(messages)
  const { id } = route.useParams()
  const mayChange = useMay('contracts:write')
  const { organisation } = useMe()
  const { data, error, refetch } = useQuery(orderQuery(id))
  if (!data) return <NotRead title={list.title} error={error} again={refetch} />
  const { name } = data.result
  return (
    <>
      <header className="top">
        <div>
          <Link to="/orders/$id" params={{ id }} className="back">
            <Icon name="left" size={18} />
            {name}
          </Link>
          <h1>{say(m.editTitle, { name })}</h1>
        </div>
      </header>
      {mayChange ? (
        <Entry order={data.result} etag={data.etag} />
      ) : (
        <p className="panel pad quiet">{say(list.mayNot, { organisation: organisation.name })}</p>
      )}
    </>
  )
}

interface Edited {
  now: OrderDraft
  /** Draft as stored when somebody began to type, and its version. */
  base: OrderDraft
  etag: string | undefined
  /** Fields changed here that somebody else changed meanwhile, too. */
  both: (keyof OrderDraft)[]
}

function Entry({ order, etag }: VersionedOrder) {
  const m = useMessages(orderFormMessages)
  const language = useLanguage()
  const navigate = useNavigate()
  const isOnline = useOnline()
  const { organisation } = useMe()
  const [reason, setReason] = useState('')
  const stored = orderDraftOf(order, language)
  const [edited, change, clear] = useDraft<Edited>(`order.${organisation.id}.${order.id}`, () => ({
    now: stored,
    base: stored,
    etag,
    both: [],
  }))
  const { now, both } = edited
  const sending = useSending(patchInventoryOrdersIdLimits)
  const save = useSave(order.id, edited, change)
  const leave = () => {
    clear()
    return navigate({ to: '/orders/$id', params: { id: order.id }, replace: true })
  }
  const names: Partial<Record<keyof OrderDraft, string>> = {
    ...m,
    storageId: m.store,
    bayIds: m.bays,
    address: m.deliverTo,
  }
  return (
    <div className="trade-form">
      <Form
        sending={sending}
        action={m.save}
        isReady={readOrder(now, language) !== undefined && isOnline}
        isSaidBelow={isShownInOrder(sending.error)}
        onSend={() =>
          sending.send(
            () => save(reason),
            (isStored) => isStored && leave(),
          )
        }
        onCancel={() => void leave()}
      >
        {both.length > 0 && (
          <p className="note bad" role="alert">
            {say(m.meanwhile, { names: both.map((name) => names[name] ?? name).join(', ') })}
          </p>
        )}
        <OrderFields
          draft={now}
          change={(part) => change({ now: { ...now, ...part } })}
          sending={sending}
          isOwn={false}
        />
        <TextField
          label={m.reason}
          hint={m.reasonHint}
          value={reason}
          onChange={setReason}
          {...sending.at('reason')}
        />
      </Form>
    </div>
  )
}

type Body = Operations['PATCH /api/inventory/orders/{id}']['body']

/** The fields in which two readings of an order differ. */
function changedOf(typed: Body | undefined, over: Body | undefined): Body {
  const before = new Map<string, unknown>(Object.entries(over ?? {}))
  return Object.fromEntries(
    Object.entries(typed ?? {}).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name)),
    ),
  )
}

/**
 * Stores what was changed, and answers whether it did: not where somebody else changed the same meanwhile, which is then to be looked at. What
 * is theirs alone is taken.
 */
function useSave(id: string, { now, base, etag }: Edited, change: (part: Partial<Edited>) => void) {
  const language = useLanguage()
  const queries = useQueryClient()
  const bodyOf = (typed: OrderDraft, over: OrderDraft, reason: string): Body => ({
    ...changedOf(readOrder(typed, language), readOrder(over, language)),
    reason,
  })
  return async (reason: string): Promise<boolean> => {
    let isToSee = false
    const path = { id }
    const given = { path, body: bodyOf(now, base, reason), ifMatch: etag }
    await askOver('PATCH /api/inventory/orders/{id}', given, async () => {
      const { result, etag: newer } = await queries.fetchQuery({ ...orderQuery(id), staleTime: 0 })
      const theirs = orderDraftOf(result, language)
      const next = rebased(now, base, theirs)
      change({ now: next.draft, base: theirs, etag: newer, both: next.both })
      isToSee = next.both.length > 0
      return isToSee ? undefined : { path, body: bodyOf(next.draft, theirs, reason), ifMatch: newer }
    })
    return !isToSee
  }
}
