import Type from 'typebox'
import { read, write, type Operation } from '../../http/operation.ts'
import { Acknowledgement, closed, described, idParam, PathId } from '../../http/validate/schema.ts'
import type { Vault } from '../../kernel/vault.ts'
import type { PrivateNetworks } from './addresses.ts'
import { createWebhook, deleteWebhook, resumeWebhook, rotateSecret } from './webhooks.ts'
import { getWebhook, listDeliveries, listWebhooks } from './queries.ts'
import { redeliver } from './redelivery.ts'
import {
  CreateWebhookBody,
  DeliveryPage,
  DeliveryQuery,
  NewSecret,
  ResumeBody,
  Webhook,
  WebhookMade,
} from './schema.ts'

const permission = 'webhooks:write'
const WebhookIdParam = idParam('The webhook, by id.')
const DeliveryParams = closed({
  ...WebhookIdParam.properties,
  deliveryId: described(PathId, 'A delivery in the log of this webhook, by its `id`, not its `eventId`.'),
})

/** Parts that webhooks are made with. */
interface Making {
  networks: PrivateNetworks
  vault: Vault
}

/** Events sent to URLs of an organisation's choice. */
export function webhookOperations(making: Making): Operation[] {
  return [creating(making), ...reading, ...changing(making), ...deliveries]
}

function creating(making: Making): Operation {
  return write(
    {
      method: 'POST',
      path: '/webhooks',
      title: 'Create a webhook',
      description: `From now on the service posts the events of your organisation to this URL, as JSON: {id, type, organisationId, subject,
data, userId, occurredAtUTC}, as in the event stream. They come in order, and each at least once: if you have seen its \`webhook-id\`
(\`evt_\`, your organisation's id and the event's id) before, answer 2xx and ignore it. Every delivery is signed with the secret, as Standard Webhooks describes, in
the headers \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\`; the \`webhooks\` of this document say how to check it. The secret is
shown only this once.

Answer with 2xx within 15 seconds. Anything else is tried again, first after 5 seconds and then after longer and longer pauses, or after
the answer’s Retry-After, up to an hour. Later events wait meanwhile. After three days of failures the webhook is paused; 410 pauses it
at once. Redirects are not followed. Refused: URLs that are not https or not on the open internet, and more than 100 webhooks.`,
      permission,
      body: CreateWebhookBody,
      result: WebhookMade,
      location: ({ id }) => `/api/system/webhooks/${id}`,
      example: { url: 'https://receiver.example/granary', types: ['movement.', 'record.created'] },
    },
    (trx, actor, { body }) => createWebhook(trx, actor, body, making),
  )
}

const reading: Operation[] = [
  read(
    {
      path: '/webhooks',
      title: 'List webhooks',
      description: 'The webhooks of your organisation, without their secrets.',
      permission,
      result: Type.Array(Webhook),
    },
    (db, actor) => listWebhooks(db, actor),
  ),
  read(
    {
      path: '/webhooks/:id',
      title: 'Get a webhook',
      description: 'A webhook of your organisation: whether it is active, and how deliveries go.',
      permission,
      params: WebhookIdParam,
      result: Webhook,
      isResource: true,
    },
    (db, actor, { params }) => getWebhook(db, actor, params.id),
  ),
]

const changing = ({ vault }: Making): Operation[] => [
  write(
    {
      method: 'DELETE',
      path: '/webhooks/:id',
      title: 'Delete a webhook',
      description: 'Nothing more is sent to it, and its log is deleted.',
      permission,
      params: WebhookIdParam,
      result: Acknowledgement,
      current: (db, actor, { id }) => getWebhook(db, actor, id),
    },
    (trx, actor, { params }) => deleteWebhook(trx, actor, params.id),
  ),
  write(
    {
      method: 'POST',
      path: '/webhooks/:id/rotate-secret',
      title: 'Rotate the secret of a webhook',
      description:
        'Gives it a new secret, shown only this once. For 24 hours deliveries have two signatures, by the new and the previous one.',
      permission,
      params: WebhookIdParam,
      result: NewSecret,
      current: (db, actor, { id }) => getWebhook(db, actor, id),
    },
    (trx, actor, { params }) => rotateSecret(trx, actor, params.id, vault),
  ),
  write(
    {
      method: 'POST',
      path: '/webhooks/:id/resume',
      title: 'Resume a webhook',
      description:
        'Goes on with a webhook that was paused, after three days of failures or by a 410, from the event at which it stopped, or with `skip` from the ' +
        'next one. Events are kept for 90 days. Refused with in_use if the webhook is not paused.',
      permission,
      params: WebhookIdParam,
      body: ResumeBody,
      result: Webhook,
      current: (db, actor, { id }) => getWebhook(db, actor, id),
      example: { skip: false },
    },
    (trx, actor, { params, body }) => resumeWebhook(trx, actor, params.id, body),
  ),
]

const deliveries: Operation[] = [
  read(
    {
      path: '/webhooks/:id/deliveries',
      title: 'List the deliveries of a webhook',
      description:
        'The log of the last 30 days: each event that was sent or tried, the latest attempt first, with what the receiver answered.',
      permission,
      params: WebhookIdParam,
      query: DeliveryQuery,
      result: DeliveryPage,
    },
    (db, actor, { params, query }) => listDeliveries(db, actor, params.id, query),
  ),
  write(
    {
      method: 'POST',
      path: '/webhooks/:id/deliveries/:deliveryId/redeliver',
      title: 'Redeliver an event',
      description:
        'Sends one event of the log once more, with the same `webhook-id` and out of order, even while the webhook is paused. An event that ' +
        'is being retried is tried now.',
      permission,
      params: DeliveryParams,
      result: Acknowledgement,
    },
    (trx, actor, { params }) => redeliver(trx, actor, params.id, params.deliveryId),
  ),
]
