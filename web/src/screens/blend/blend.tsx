import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import { postInventoryMovementsBulkLimits } from '../../api/operations.ts'
import { newId } from '../../api/ids.ts'
import { useMay, useMe } from '../../api/session.ts'
import { useOnline } from '../../frame/online.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useDraft } from '../../offline/drafts.ts'
import { baysOf, type Bay } from '../../stock/bays.ts'
import { positionQuery, receiversQuery, storesQuery } from '../../stock/queries.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { NothingYet } from '../../ui/narrowed.tsx'
import { Failed, Skeleton } from '../../ui/parts.tsx'
import { useRehearsal } from '../../ui/rehearsal.tsx'
import './blend.css'
import { messages } from './messages.ts'
import { Outcome } from './outcome.tsx'
import { bodyOf, cropOfRecipe, LORRY, weightsOf, type Recipe } from './recipe.ts'
import { Sources, type Heap } from './sources.tsx'
import { Target } from './target.tsx'

/** Grain out of several bays into one, or onto a lorry: what comes of it, before anything is tipped. */
export function Blend() {
  const m = useMessages(messages)
  const me = useMe()
  const mayMove = useMay('movements:write')
  const stores = useQuery(storesQuery)
  const position = useQuery(positionQuery())
  const heaps = position.data?.lines.filter(
    ({ storerId, substorageId, weight }) => storerId === me.organisation.id && substorageId > 0 && weight > 0,
  )
  const error = stores.error ?? position.error
  return (
    <>
      <header className="top">
        <div>
          <h1>{m.title}</h1>
          <p className="quiet">{m.about}</p>
        </div>
      </header>
      {!mayMove ? (
        <p className="note">{say(m.mayNot, { organisation: me.organisation.name })}</p>
      ) : stores.data && heaps ? (
        heaps.length === 0 ? (
          <Nothing />
        ) : (
          <Bench heaps={heaps} bays={baysOf(stores.data, position.data ?? { lines: [] })} />
        )
      ) : error ? (
        <Failed error={error} again={() => void Promise.all([stores.refetch(), position.refetch()])} />
      ) : (
        <Skeleton />
      )}
    </>
  )
}

function Nothing() {
  const m = useMessages(messages)
  return (
    <NothingYet icon="heap" title={m.none} hint={m.noneHint}>
      <Link to="/stores" className="button">
        {m.toStores}
      </Link>
    </NothingYet>
  )
}

const blank = (day: string): Recipe => ({
  sources: [],
  measure: 'weights',
  total: '',
  to: '',
  buyer: '',
  buyerId: newId(),
  isSold: true,
  reference: '',
  vehicle: '',
  day,
  time: '',
})

/** Shows the parts of the blend on the left, and its outcome on the right. */
function Bench({ heaps, bays }: { heaps: Heap[]; bays: Bay[] }) {
  const language = useLanguage()
  const isOnline = useOnline()
  const { organisation } = useMe()
  const today = useFormats().today()
  const [recipe, change, clear] = useDraft<Recipe>(`blend.${organisation.id}`, () => blank(today))
  useAsked(recipe, change)
  const known = recipe.sources.filter(({ recordId }) => heaps.some((heap) => heap.recordId === recordId))
  const crops = new Map(heaps.map(({ recordId, commodity }) => [recordId, commodity.id]))
  const commodityId = cropOfRecipe(known, crops)
  const m = useMessages(messages, commodityId)
  const formats = useFormats(commodityId)
  const weights = weightsOf({ ...recipe, sources: known }, language, crops)
  const receivers = useQuery(receiversQuery)
  const buyerId = receivers.data?.get(recipe.buyer.trim()) ?? recipe.buyerId
  const owners = new Map(heaps.map(({ recordId, ownerId }) => [recordId, ownerId]))
  const given = { buyerId, owners, today, timeZone: organisation.timeZone }
  const body = bodyOf({ ...recipe, sources: known }, weights, given)
  const rehearsal = useRehearsal('POST /api/inventory/movements/bulk', body && { body })
  const sending = useSending(postInventoryMovementsBulkLimits)
  const [done, tell] = useState<string>()
  const all = weights.reduce<number>((sum, weight) => sum + (weight ?? 0), 0)
  const bay = bays.find((each) => each.key === recipe.to)
  const send = () =>
    body &&
    sending.send(
      () => askOnce('POST /api/inventory/movements/bulk', { body }),
      ({ message }) => {
        clear()
        tell(message)
      },
    )
  const weight = formats.exactStock(Math.round(all * 1000) / 1000)
  const action = recipe.to === LORRY ? say(m.load, { weight }) : say(m.tip, { weight, bay: bay?.name ?? '' })
  return (
    <div className="blend">
      <section className="panel pad" aria-label={m.recipe}>
        {done !== undefined && recipe.sources.length === 0 && (
          <p className="note good" role="status">
            {done} <Link to="/movements">{m.toMovements}</Link>
          </p>
        )}
        <Form
          sending={sending}
          action={body ? action : m.missing}
          isReady={isOnline && body !== undefined && !rehearsal.isAsking && rehearsal.error === null}
          onSend={send}
        >
          <Sources recipe={{ ...recipe, sources: known }} {...{ weights, heaps, commodityId, change }} />
          <Target
            recipe={recipe}
            bays={bays}
            buyers={[...(receivers.data?.keys() ?? [])]}
            {...{ change, sending }}
          />
        </Form>
      </section>
      <Outcome rehearsal={rehearsal} isAsked={body !== undefined} commodityId={commodityId} />
    </div>
  )
}

/** Puts the records asked for by the address into the recipe once: those that somebody comes from. */
function useAsked(recipe: Recipe, change: (part: Partial<Recipe>) => void): void {
  const { from, to } = useSearch({ from: '/blend' })
  const [isTaken, take] = useState(false)
  if (isTaken) return
  take(true)
  const wanted = from?.split(',') ?? []
  const more = wanted.filter((id) => !recipe.sources.some(({ recordId }) => recordId === id))
  if (more.length > 0)
    change({ sources: [...recipe.sources, ...more.map((recordId) => ({ recordId, typed: '' }))] })
  if (to !== undefined) change({ to })
}
