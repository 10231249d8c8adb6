import { askOnce } from '../../api/ask-once.ts'

/** The answer to a booking of others. */
export type ConfirmationDecision = 'accept' | 'decline'

/** Accepts or declines something that others have booked in the organisation's name. */
export function sendDecision(id: string, decision: ConfirmationDecision) {
  const body = { ids: [id] }
  return decision === 'accept'
    ? askOnce('POST /api/inventory/confirmations/accept', { body })
    : askOnce('POST /api/inventory/confirmations/decline', { body })
}
