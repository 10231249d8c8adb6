import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askOnce } from '../api/ask-once.ts'
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
import { Rehearsed, useRehearsal } from '../ui/rehearsal.tsx'
import { StockField } from '../ui/weight-field.tsx'
import { driverOf } from './driver-fields.tsx'
import { LotChoice, type Lot } from './lots.tsx'
import { ELSEWHERE, useOtherBays, When, Where, type Goes } from './move-fields.tsx'
import { moveMessages } from './move-messages.ts'
import { MoveTrade } from './move-trade.tsx'

type Body = Operations['POST /api/inventory/movements']['body']

interface Draft extends Goes {
  weight: string
  trade: TicketTrade | null
  /** Of somebody who never got anything before. */
  receiverId: string
  gradeReason: string
  holdOverride: string
}

const blank = (): Draft => ({
  weight: '',
  trade: null,
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
  const draft = { ...kept, day: kept.day || formats.today() }
  const others = useOtherBays(from)
  const to = others.find(({ key }) => key === draft.to)
  const body = useBody(lot, draft, to)
  const rehearsal = useRehearsal('POST /api/inventory/movements', body && { body })
  const sending = useSending(postInventoryMovementsLimits)
  const save = () =>
    body &&
    sending.send(
      () => askOnce('POST /api/inventory/movements', { body }),
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
        isReady={body !== undefined && !rehearsal.isAsking && rehearsal.error === null}
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
          onChange={(trade) => change({ trade })}
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
    ...(trade && {
      tradeId: trade.id || null,
      orderId: trade.orderId ?? null,
      ...(trade.window !== null && { tradeWindow: trade.window }),
    }),
    destination: { organisationId, organisationName },
  }
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
