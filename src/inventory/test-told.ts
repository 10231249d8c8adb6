import { expect } from 'vitest'
import type { Answer } from '../../test/app.ts'

type Json = Answer['body']

/** A request: what it named and said, and what it was answered. */
export interface About {
  params: Record<string, string>
  body: Json
  answer: Json
  organisationId: string
}

export type ToldEvent = [type: string, subject: string, data: object]

const number = expect.any(Number)
const text = expect.any(String)

/** Lists the events that listeners get of stock-takes, holds, checks and closed periods. */
export const toldOfBooks: Record<string, (about: About) => ToldEvent[]> = {
  'POST /api/inventory/stocktakes': ({ body: { name }, answer: { id } }) => [
    ['stocktake.created', id, { ids: [id], name }],
  ],
  'PATCH /api/inventory/stocktakes/{id}/lines/{bay}': ({ params: { id = '', bay } }) => [
    ['stocktake.changed', id, { ids: [id], substorageId: Number(bay), isCounted: true }],
  ],
  'POST /api/inventory/stocktakes/{id}/recount': ({ params: { id = '' }, body: { substorageIds } }) => [
    ['stocktake.recount_asked', id, { ids: [id], substorageIds }],
  ],
  'POST /api/inventory/stocktakes/{id}/approve': ({ params: { id = '' }, answer: { lines } }) => {
    const [{ recordId, adjustmentId }] = lines
    return [
      ['record.adjusted', recordId, { ids: [recordId], adjustments: [adjustmentId] }],
      ['stocktake.approved', id, { ids: [id], adjustments: [adjustmentId] }],
    ]
  },
  'POST /api/inventory/stocktakes/{id}/cancel': ({ params: { id = '' } }) => [
    ['stocktake.cancelled', id, { ids: [id] }],
  ],
  'POST /api/inventory/holds': ({ body: { recordId, blocks, reason }, answer: { id } }) => [
    ['hold.set', id, { ids: [id], recordId, substorageId: number, blocks, reason }],
  ],
  'PATCH /api/inventory/holds/{id}': ({ params: { id = '' } }) => [['hold.changed', id, { ids: [id] }]],
  'POST /api/inventory/holds/{id}/release': ({ params: { id = '' } }) => [
    ['hold.released', id, { ids: [id] }],
  ],
  // Nothing went on from there.
  'POST /api/inventory/holds/{id}/trace': () => [],
  'POST /api/inventory/storage/{id}/checks': ({ params: { id = '' }, body: { substorageId } }) => [
    ['storage.bay_checked', id, { checkId: text, substorageId, alarms: [] }],
  ],
  'PUT /api/inventory/storage/{id}/check-plan': ({ params: { id = '' } }) => [
    ['storage.updated', id, { changed: ['checkPlan'] }],
  ],
  'POST /api/inventory/trades': ({ body: { kind, partner }, answer: { id } }) => [
    ['trade.created', id, { ids: [id], kind, partnerId: partner.id }],
  ],
  'PATCH /api/inventory/trades/{id}': ({ params: { id = '' } }) => [
    ['trade.changed', id, { ids: [id], changed: ['weight'] }],
  ],
  'POST /api/inventory/trades/{id}/status': ({ params: { id = '' }, body: { status } }) => [
    ['trade.status_changed', id, { ids: [id], status }],
  ],
  'POST /api/inventory/orders': ({ answer: { id, trade } }) => [
    ['order.created', id, { ids: [id], tradeId: trade?.id ?? null }],
  ],
  'PATCH /api/inventory/orders/{id}': ({ params: { id = '' } }) => [
    ['order.changed', id, { ids: [id], changed: ['weight'] }],
  ],
  'POST /api/inventory/orders/{id}/status': ({ params: { id = '' }, body: { status } }) => [
    ['order.status_changed', id, { ids: [id], status }],
  ],
  'POST /api/inventory/orders/{id}/driver-link': ({ params: { id = '' } }) => [
    ['order.link_changed', id, { ids: [id], isShared: true }],
  ],
  'DELETE /api/inventory/orders/{id}/driver-link': ({ params: { id = '' } }) => [
    ['order.link_changed', id, { ids: [id], isShared: false }],
  ],
  'POST /api/inventory/reservations': ({ body: { tradeId, substorageId }, answer: { id } }) => [
    ['reservation.made', id, { ids: [id], tradeId, substorageId, recordId: '' }],
  ],
  'POST /api/inventory/reservations/{id}/release': ({ params: { id = '' } }) => [
    ['reservation.released', id, { ids: [id], substorageId: number }],
  ],
  'POST /api/inventory/report-mailings': ({ answer: { id } }) => [
    ['report_mailing.created', id, { ids: [id] }],
  ],
  'PUT /api/inventory/report-mailings/{id}': ({ params: { id = '' } }) => [
    ['report_mailing.changed', id, { ids: [id] }],
  ],
  'DELETE /api/inventory/report-mailings/{id}': ({ params: { id = '' } }) => [
    ['report_mailing.deleted', id, { ids: [id] }],
  ],
  'POST /api/inventory/tariffs': ({ body: { fromISO }, answer: { id } }) => [
    ['tariff.created', id, { ids: [id], from: fromISO }],
  ],
  'DELETE /api/inventory/tariffs/{id}': ({ params: { id = '' } }) => [['tariff.deleted', id, { ids: [id] }]],
  'POST /api/inventory/charges': ({ body: { ownerId, fromMonth }, answer: { id } }) => [
    ['charges.created', id, { ids: [id], ownerId, fromMonth, toMonth: fromMonth }],
  ],
  'POST /api/inventory/charges/{id}/close': ({ params: { id = '' }, answer: { number, ledgerHash } }) => [
    ['charges.closed', id, { ids: [id], number, ledgerHash }],
  ],
  'DELETE /api/inventory/charges/{id}': ({ params: { id = '' } }) => [['charges.deleted', id, { ids: [id] }]],
  'POST /api/inventory/periods': ({ body: { upTo }, answer: { ids } }) => [
    ['period.closed', ids[0], { ids, upTo, ledgerHash: expect.any(String) }],
  ],
  'POST /api/inventory/periods/{id}/reopen': ({ params: { id = '' }, body: { reason } }) => [
    ['period.reopened', id, { ids: [id], reason, upTo: expect.any(String) }],
  ],
  'POST /api/inventory/periods/exceptions': ({ body: { userId, untilISO, reason }, answer: { ids } }) => [
    ['period.exception_granted', ids[0], { ids, forUserId: userId, untilUTC: untilISO, reason }],
  ],
  'DELETE /api/inventory/periods/exceptions/{id}': ({ params: { id = '' } }) => [
    ['period.exception_ended', id, { ids: [id] }],
  ],
}

/** Lists the events that an owner gets of what others have booked in its name. */
export const toldOfConfirmations: Record<string, (about: About) => ToldEvent[]> = {
  'POST /api/inventory/confirmations/accept': ({ body }) => [decided('accepted', body.ids[0])],
  'POST /api/inventory/confirmations/decline': ({ body }) => [decided('declined', body.ids[0])],
  'PUT /api/inventory/counterparties/{id}': ({ params: { id = '' }, body: { stance } }) => [
    ['counterparty.changed', id, { ids: [id], stance }],
    decided('declined', text),
  ],
  'DELETE /api/inventory/counterparties/{id}': ({ params: { id = '' } }) => [
    ['counterparty.changed', id, { ids: [id], stance: 'asked' }],
  ],
}

const decided = (state: 'accepted' | 'declined', id: string): ToldEvent => [
  `confirmation.${state}`,
  id,
  { ids: [id], ownerId: text, storerId: text },
]
