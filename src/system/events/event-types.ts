import Type from 'typebox'
import { closed, oneOf } from '../../http/validate/schema.ts'
import { fault, type Fault } from '../../kernel/errors.ts'
import { message } from '../../words/catalogue.ts'

/** Events that listeners may receive: what happened to what. Those who filter rely on the names, so they stay. */
export const eventTypes = [
  'movement.created',
  'movement.updated',
  'movement.completed',
  'movement.deleted',
  'movement.restored',
  'record.created',
  'record.updated',
  'record.adjusted',
  'record.sampled',
  'adjustment.file_added',
  'adjustment.file_removed',
  'availability.created',
  'availability.updated',
  'harvest.loads_added',
  'harvest.area_adjusted',
  'harvest.plans_backfilled',
  'storage.created',
  'storage.updated',
  'storage.capacity_set',
  'storage.field_split',
  'storage.note_added',
  'storage.bay_checked',
  'hold.set',
  'hold.changed',
  'hold.released',
  'contract.created',
  'contract.updated',
  'trade.created',
  'trade.changed',
  'trade.status_changed',
  'order.created',
  'order.changed',
  'order.status_changed',
  'order.link_changed',
  'reservation.made',
  'reservation.released',
  'report_mailing.created',
  'report_mailing.changed',
  'report_mailing.deleted',
  'tariff.created',
  'tariff.deleted',
  'charges.created',
  'charges.closed',
  'charges.deleted',
  'confirmation.asked',
  'confirmation.accepted',
  'confirmation.declined',
  'counterparty.changed',
  'settlement.created',
  'settlement.changed',
  'settlement.closed',
  'settlement.deleted',
  'stocktake.created',
  'stocktake.changed',
  'stocktake.recount_asked',
  'stocktake.approved',
  'stocktake.cancelled',
  'period.closed',
  'period.reopened',
  'period.exception_granted',
  'period.exception_ended',
  'partner.created',
  'partner.updated',
  'partner.merged',
  'import.started',
  'import.progress',
  'import.finished',
  'import.undone',
  'import.word_forgotten',
  'varieties.imported',
  'file.uploaded',
  'file.sharing_changed',
  'file.archived',
  'expert.asked',
  'expert.sent',
  'expert.failed',
  'conversation.message',
  'conversation.read',
  'conversation.reported',
  'webhook.created',
  'webhook.deleted',
  'webhook.paused',
  'webhook.resumed',
  'webhook.secret_rotated',
  'user.invited',
  'user.invitation_failed',
  'user.invitation_revoked',
  'user.joined',
  'user.renamed',
  'user.role_changed',
  'user.suspended',
  'user.reinstated',
  'user.removed',
  'user.factor_added',
  'user.factor_removed',
  'user.recovery_codes_renewed',
  'user.factor_reset_asked',
  'user.factor_reset_confirmed',
  'user.factor_reset_revoked',
  'user.factors_reset',
  'user.sessions_ended',
  'api_key.created',
  'api_key.revoked',
  'business_unit.created',
  'business_unit.updated',
  'business_unit.archived',
  'organisation.updated',
  'organisation.sign_in_rules_changed',
  'organisation.suspended',
  'organisation.reinstated',
  'organisation.deletion_asked',
  'organisation.deletion_withdrawn',
  'letterhead.updated',
  'numbering.updated',
  'cache.cleared',
  'logging.changed',
] as const

export type EventType = (typeof eventTypes)[number]

/** One fault at `path(i)` for each beginning that no type of event has: whoever waits for those hears of nothing. */
export function eventFilterFaults(beginnings: string[], path: (index: number) => string): Fault[] {
  return beginnings.flatMap((beginning, index) =>
    eventTypes.some((type) => type.startsWith(beginning))
      ? []
      : [fault(path(index), message('beginsNoEvent', { beginning }), 'unknown')],
  )
}

/** Events for one person alone, by the event stream: an organisation, its keys and its webhooks never receive them. */
const personalTypes: ReadonlySet<EventType> = new Set([
  'conversation.message',
  'conversation.read',
  'conversation.reported',
])

/** One fault at `path(i)` for each beginning that only such types have, as `eventFilterFaults`. */
export function personalFaults(beginnings: string[], path: (index: number) => string): Fault[] {
  return beginnings.flatMap((beginning, index) => {
    const meant = eventTypes.filter((type) => type.startsWith(beginning))
    return meant.length > 0 && meant.every((type) => personalTypes.has(type))
      ? [fault(path(index), message('isEventForPeople', { beginning }), 'wrong_kind')]
      : []
  })
}

/** Fields of an event, for those who generate a client. Nothing is checked by them: listeners are sent what was stored. */

const fields = {
  id: Type.String({
    description:
      'Its place among the events of your organisation, such as 812, and behind a dot among those for you alone, such as 812.3: what to send as Last-Event-ID to go on behind it.',
    examples: ['812'],
  }),
  type: oneOf(eventTypes, 'More may come with a later version: pass over what you do not know.'),
  subject: Type.String({ description: 'The id of what it happened to, or several with commas.' }),
  data: Type.Object(
    {
      ids: Type.Optional(
        Type.Array(Type.Union([Type.Integer(), Type.String()]), {
          description: 'What was made, changed or deleted; movements by number, all else by text.',
        }),
      ),
      recordIds: Type.Optional(
        Type.Array(Type.String(), { description: 'Every record that it may show at: read them again.' }),
      ),
      movementIds: Type.Optional(
        Type.Array(Type.Integer(), { description: 'Of record.created: the movements of its intakes.' }),
      ),
    },
    {
      additionalProperties: true,
      description: 'What else is known of it, by its type; more members may come.',
    },
  ),
  userId: Type.String({ description: 'The person, or the API key, that did it.' }),
  occurredAtUTC: Type.String({ format: 'date-time', description: 'When it was entered.' }),
}

/** The `data` of an event in the stream, as JSON. */
export const EventShape = closed(fields)

/** The message that a webhook posts. */
export const WebhookMessage = closed({
  id: fields.id,
  type: fields.type,
  organisationId: Type.String({ description: 'Whose it is.' }),
  subject: fields.subject,
  data: fields.data,
  userId: fields.userId,
  occurredAtUTC: fields.occurredAtUTC,
})
