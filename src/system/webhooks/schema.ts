import Type, { type Static } from 'typebox'
import { closed, named, maybe, oneOf, Page, PageOf } from '../../http/validate/schema.ts'

const Types = Type.Array(
  Type.String({ pattern: '^[a-z_]+(\\.[a-z_]*)?$', maxLength: 60, examples: ['movement.'] }),
  {
    maxItems: 50,
    description:
      'Only events whose type begins with one of these, such as `movement.` or `record.created`; all events if empty. GET /api/events lists the types. `conversation.message` is never sent to a webhook.',
  },
)

export const CreateWebhookBody = closed({
  url: Type.String({
    minLength: 1,
    maxLength: 2000,
    description: 'https:// on the open internet. Redirects are not followed.',
  }),
  types: maybe(Types),
  description: maybe(Type.String({ maxLength: 200, description: 'For people.' })),
})
export type CreateWebhookBody = Static<typeof CreateWebhookBody>

export const ResumeBody = closed({
  skip: maybe(
    Type.Boolean({
      description:
        'true skips the event at which the webhook was paused. Otherwise that event is sent first.',
    }),
  ),
})
export type ResumeBody = Static<typeof ResumeBody>

const fields = {
  id: Type.String(),
  url: Type.String(),
  description: Type.String(),
  types: Type.Array(Type.String()),
  status: oneOf(['active', 'paused'], 'paused: nothing is sent, and nothing is lost for 90 days.'),
  pausedAtUTC: Type.String(),
  pauseReason: Type.String({ description: 'Why it was paused, in words.' }),
  failures: Type.Integer({
    description: 'How often the event that comes next has failed; 0 when all is well.',
  }),
  nextAttemptAtUTC: Type.String({ description: 'When that event is tried again.' }),
  previousSecretUntilUTC: Type.String({
    description:
      'Until then deliveries are signed by the secret before its last rotation, too; empty where it never was.',
  }),
  createdByName: Type.String(),
  createdAtUTC: Type.String(),
}

export const Webhook = named('Webhook', fields)
export type Webhook = Static<typeof Webhook>

const Secret = Type.String({ description: 'Signs deliveries. Shown this once.' })

export const WebhookMade = named('WebhookMade', { ...fields, secret: Secret })
export type WebhookMade = Static<typeof WebhookMade>

export const NewSecret = named('WebhookSecret', {
  secret: Secret,
  previousSecretUntilUTC: Type.String({ description: 'Until then deliveries are signed by both.' }),
})
export type NewSecret = Static<typeof NewSecret>

const deliveryStatuses = ['retrying', 'delivered', 'failed'] as const

export const Delivery = named('WebhookDelivery', {
  id: Type.String(),
  eventId: Type.String({ description: 'As in the event stream.' }),
  eventType: Type.String(),
  status: oneOf(deliveryStatuses, 'delivered: it arrived at least once, even if sending it again failed.'),
  attempts: Type.Integer(),
  responseStatus: Type.Integer({ description: 'What the receiver answered last; 0 when it did not.' }),
  lastProblem: Type.String({ description: 'What was wrong with the last attempt, in words; else empty.' }),
  firstAttemptAtUTC: Type.String(),
  lastAttemptAtUTC: Type.String(),
  nextAttemptAtUTC: Type.String(),
})
export type Delivery = Static<typeof Delivery>

export const DeliveryQuery = closed({
  ...Page,
  status: Type.Optional(oneOf(deliveryStatuses, 'Only deliveries in this state.')),
})
export type DeliveryQuery = Static<typeof DeliveryQuery>

export const DeliveryPage = PageOf(Delivery)
export type DeliveryPage = Static<typeof DeliveryPage>
