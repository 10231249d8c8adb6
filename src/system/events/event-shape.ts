import Type from 'typebox'
import { closed, oneOf } from '../../http/validate/schema.ts'
import { eventTypes } from './event-types.ts'

/** What an event is, for those who generate a client. Nothing is checked by it: listeners are sent what was stored. */

const fields = {
  id: Type.String({
    description:
      'Its place among the events, such as 812-14: what to send as Last-Event-ID to go on behind it.',
    examples: ['812-14'],
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

/** What a webhook posts. */
export const WebhookMessage = closed({
  id: fields.id,
  type: fields.type,
  organisationId: Type.String({ description: 'Whose it is.' }),
  subject: fields.subject,
  data: fields.data,
  userId: fields.userId,
  occurredAtUTC: fields.occurredAtUTC,
})
