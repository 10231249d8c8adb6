import { WebhookMessage } from '../events/event-shape.ts'

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

/** What webhooks send, as OpenAPI tells of it: what a receiver has to answer, and how it knows who asks. */
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
        header('webhook-id', 'The same at every attempt: `evt_` and the id of the event.'),
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
