import Type, { type Static } from 'typebox'
import { closed, named, maybe, oneOf, Page, PageOf } from '../../http/validate/schema.ts'
import { WebhookMessage } from '../events/event-types.ts'

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

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

/** Webhook messages as OpenAPI describes them: the answer a receiver has to give, and how it knows the sender. */
export const webhookDocument = {
  event: {
    post: {
      operationId: 'receiveEvent',
      summary: 'An event of your organisation',
      tags: ['webhooks'],
      description:
        'What is posted to the URL of a webhook, one event at a time and in order. To check the signature, take the secret behind `whsec_` ' +
        'as Base64: with these bytes as key, the Base64 of the HMAC-SHA256 of `webhook-id`, `webhook-timestamp` and the body as it came, ' +
        'with dots between, is one of the signatures. Refuse what is older than five minutes. Come more than once, an event has the same ' +
        '`webhook-id`.',
      parameters: [
        header('webhook-id', 'The same at every attempt: `evt_`, the organisation, and the id of the event.'),
        header('webhook-timestamp', 'When this attempt was made, in seconds since 1970.'),
        header(
          'webhook-signature',
          '`v1,` and the signature. After the secret was rotated, two of them with a blank between, for a day.',
        ),
      ],
      requestBody: { required: true, content: { 'application/json': { schema: WebhookMessage } } },
      responses: {
        '2XX': { description: 'It is taken; the next one may come.' },
        410: { description: 'Nothing more is wanted: the webhook is paused.' },
        default: { description: 'It is sent again later, and what comes behind it waits.' },
      },
      security: [],
    },
  },
}
