import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askOnce } from '../api/ask-once.ts'
import { requestOf } from '../api/client.ts'
import { newId } from '../api/ids.ts'
import { postInventoryMovementsLimits, type Operations } from '../api/operations.ts'
import { useMe } from '../api/session.ts'
import { newMoment } from '../i18n/days.ts'
import { useFormats } from '../i18n/format.ts'
import { useLanguage } from '../i18n/language.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { parseStock, typedStock } from '../i18n/numbers.ts'
import { useDraft } from '../offline/drafts.ts'
import type { TicketTrade } from '../offline/tickets.ts'
import { fullName, type Bay } from '../stock/bays.ts'
import { reasonsOf } from '../stock/load-reasons.ts'
import { receiversQuery } from '../stock/queries.ts'
import { isAhead } from '../stock/timeline.ts'
import { isTradeOf } from '../stock/trade-offers.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Form, useSending } from '../ui/form.tsx'
import { LoadReasonFields } from '../ui/load-reasons.tsx'
import { Rehearsed, useRehearsalOf } from '../ui/rehearsal.tsx'
import { StockField } from '../ui/weight-field.tsx'
import { driverOf } from './driver-fields.tsx'
import { LotChoice, type Lot } from './lots.tsx'
import { ELSEWHERE, useOtherBays, When, Where, type Goes } from './move-fields.tsx'
import { moveMessages } from './move-messages.ts'
import { MoveTrade } from './move-trade.tsx'
import { sharesOf, tradeFieldsOf, type TypedShare } from './shared-lorry.ts'

type Body = Operations['POST /api/inventory/movements']['body']
type Bulk = Operations['POST /api/inventory/movements/bulk']['body']

interface Draft extends Goes {
  weight: string
  trade: TicketTrade | null
  /** Of a lorry on several contracts; empty where it is on one or none. */
  shares: TypedShare[]
  /** Of somebody who never got anything before. */
  receiverId: string
  gradeReason: string
  holdOverride: string
}

const blank = (): Draft => ({
  weight: '',
  trade: null,
  shares: [],
  to: '',
  receiver: '',
  receiverId: newId(),
  isSold: true,
  vehicle: '',
  driver: '',
  reference: '',
  day: '',
  time: '',
  gradeReason: '',
  holdOverride: '',
})

interface Props {
  /** Name of what it is moved from, as it appears where the form was opened. */
  name: string
  /** The bay in which it lies, as `store/bay`. */
  from: string
  lots: Lot[]
  onClose: () => void
}

/** Some stock into another bay, or out to somebody: balances and what would go wrong are shown before it is saved. */
export function Move({ name, from, lots, onClose }: Props) {
  const { organisation } = useMe()
  const [recordId, choose] = useState(lots[0]?.recordId ?? '')
  const lot = lots.find((each) => each.recordId === recordId)
  const { commodityId } = lot ?? {}
  const m = useMessages(moveMessages, commodityId)
  const formats = useFormats(commodityId)
  const [kept, change, clear] = useDraft(`${organisation.id}.move.${lots[0]?.recordId}`, blank)
  // A form that was kept by an older page has no shares.
  const draft = { ...kept, shares: kept.shares ?? [], day: kept.day || formats.today() }
  const others = useOtherBays(from)
  const to = others.find(({ key }) => key === draft.to)
  const body = useBody(lot, draft, to)
  const parts = useParts(body, draft, lot)
  const request =
    body && (parts === 'one' ? requestOf(ONE, { body }) : parts && requestOf(SEVERAL, { body: parts }))
  const rehearsal = useRehearsalOf(request)
  const sending = useSending(postInventoryMovementsLimits)
  const save = () =>
    body &&
    sending.send(
      () => (parts === 'one' || !parts ? askOnce(ONE, { body }) : askOnce(SEVERAL, { body: parts })),
      () => {
        clear()
        onClose()
      },
    )
  return (
    <Dialog title={say(m.moveFrom, { name })} onClose={onClose} isSheet>
      <Form
        sending={sending}
        action={useAction(body, commodityId, to ? fullName(to) : draft.receiver.trim())}
        isReady={request !== undefined && !rehearsal.isAsking && rehearsal.error === null}
        onSend={save}
        onCancel={onClose}
      >
        <LotChoice lots={lots} value={recordId} onChange={choose} />
        <StockField
          label={m.howMuch}
          value={draft.weight}
          autoFocus
          onChange={(weight) => change({ weight })}
          hint={say(m.book, { weight: formats.exactStock(lot?.weight ?? 0) })}
          fault={sending.faultOf('weight')}
          commodityId={commodityId}
        />
        {lot && <AllOfIt lot={lot} onTake={(weight) => change({ weight })} />}
        <Where {...{ others, sending, change }} commodityId={lot?.commodityId ?? 0} goes={draft} />
        <MoveTrade
          goes={draft}
          commodityId={lot?.commodityId ?? 0}
          weight={body?.weight ?? undefined}
          onChange={change}
        />
        <When typed={draft} onChange={change} fault={sending.faultOf('movementDateISO')} />
        <LoadReasonFields error={rehearsal.error} value={draft} onChange={change} />
        <Rehearsed rehearsal={rehearsal} commodityId={commodityId} />
      </Form>
    </Dialog>
  )
}

/** The request of a move; undefined as long as something is missing in it. */
function useBody(lot: Lot | undefined, draft: Draft, to: Bay | undefined): Body | undefined {
  const language = useLanguage()
  const { timeZone } = useMe().organisation
  const [openedAt] = useState(Date.now)
  const receivers = useQuery(receiversQuery)
  const at = newMoment(draft, { timeZone, openedAt })
  const weight = parseStock(draft.weight, language, { commodityId: lot?.commodityId })
  if (!at || !lot || !('kg' in weight) || weight.kg <= 0) return undefined
  const moved = {
    recordId: lot.recordId,
    weight: weight.kg,
    movementDateISO: at.toISOString(),
    ...reasonsOf(draft),
  }
  if (to) return { ...moved, destination: { type: 'store', storageId: to.storeId, substorageId: to.bayId } }
  const organisationName = draft.receiver.trim()
  if (draft.to !== ELSEWHERE || organisationName === '') return undefined
  const organisationId = receivers.data?.get(organisationName) ?? draft.receiverId
  const load = { partnerId: organisationId, commodityId: lot.commodityId, typeId: 0 }
  const trade = draft.isSold && draft.trade && isTradeOf(draft.trade, load) ? draft.trade : undefined
  return {
    ...moved,
    driver: driverOf(draft),
    sold: draft.isSold,
    ...(draft.shares.length === 0 && tradeFieldsOf(trade ?? null)),
    destination: { organisationId, organisationName },
  }
}

const ONE = 'POST /api/inventory/movements'
const SEVERAL = 'POST /api/inventory/movements/bulk'

/** The request of a lorry on several contracts, whose parts are of one ticket; undefined as long as their weights cannot be read. */
function useParts(
  body: Body | undefined,
  { shares, isSold }: Draft,
  lot: Lot | undefined,
): Bulk | 'one' | undefined {
  const language = useLanguage()
  if (!body || !lot || shares.length === 0 || !isSold || !('organisationId' in (body.destination ?? {})))
    return 'one'
  const { recordId: id, weight, ...load } = body
  const parts = sharesOf(shares, weight ?? 0, { language, commodityId: lot.commodityId })
  return (
    parts && {
      ...load,
      ticket: {},
      records: parts.map(({ trade, weight: part }) => ({ id, weight: part, ...tradeFieldsOf(trade) })),
    }
  )
}

/** Labels the golden button: how much goes to which place, or is planned to. */
function useAction(body: Body | undefined, commodityId: number | undefined, place: string): string {
  const m = useMessages(moveMessages, commodityId)
  const formats = useFormats(commodityId)
  if (!body) return m.moveNothing
  const isOut = 'organisationId' in (body.destination ?? {})
  const isPlan = isAhead(body.movementDateISO ?? '')
  const words = isOut ? (isPlan ? m.outPlan : m.outNow) : isPlan ? m.movePlan : m.moveNow
  return say(words, { weight: formats.exactStock(body.weight ?? 0), place })
}

/** Takes the whole weight over into the field. */
function AllOfIt(props: { lot: Lot; onTake: (typed: string) => void }) {
  const { weight, commodityId } = props.lot
  const m = useMessages(moveMessages, commodityId)
  const formats = useFormats(commodityId)
  const language = useLanguage()
  const take = () => props.onTake(typedStock(weight, language, commodityId))
  return (
    <button type="button" className="button start" onClick={take}>
      {say(m.all, { weight: formats.exactStock(weight) })}
    </button>
  )
}
