import Type, { type Static } from 'typebox'
import { named, NamedId, oneOf } from '../../../http/validate/schema.ts'
import { payers } from '../loss-reasons.ts'

/** The wire shapes of traces (rules.md §3): additions of ours. What does not apply to a line is "" or 0. */

const weights = {
  weight: Type.Number({ description: 'Kilograms.' }),
  share: Type.Number({ description: 'Per cent; the shares of a list add up to 100.' }),
}
const movement = {
  movementId: Type.Integer({ description: '0 where it was no single movement.' }),
  documentNumber: Type.String({
    description: 'The number of its ticket, or of the count; empty where it has none.',
  }),
  movementDateUTC: Type.String({ description: 'When it happened; empty where it was no single event.' }),
}
const party = { organisationId: Type.String(), organisationName: Type.String() }
const reason = { reasonId: Type.Integer(), reason: Type.String() }

export const MadeOf = named('MadeOf', {
  type: oneOf(
    ['harvest', 'sender', 'opening', 'gain', 'unaccounted'],
    'harvest: off a field. sender: an intake. opening: stock that was there before the books began. gain: found by a count or ' +
      'correction. unaccounted: a plan took it though it was not there, and it has not come in since.',
  ),
  recordId: Type.String({ description: 'The planting, for harvest.' }),
  fieldId: Type.String(),
  fieldName: Type.String(),
  ...party,
  ...reason,
  ...movement,
  variety: Type.String(),
  grade: NamedId,
  ...weights,
})
export type MadeOf = Static<typeof MadeOf>

export const WentTo = named('WentTo', {
  type: oneOf(['in storage', 'outbound', 'loss']),
  recordId: Type.String({ description: 'Where it lies.' }),
  storageId: Type.String(),
  substorageId: Type.Integer(),
  name: Type.String({ description: 'The place and its bay, or who received it, for people.' }),
  ...party,
  ...reason,
  payer: oneOf(['', ...payers], 'Who bears a loss.'),
  ...movement,
  ...weights,
})
export type WentTo = Static<typeof WentTo>

export const RecordTrace = named('RecordTrace', {
  recordId: Type.String(),
  name: Type.String(),
  at: Type.String({
    description: 'The instant that was asked for; of a date alone, the last millisecond of that day.',
  }),
  weight: Type.Number({
    description: 'Kilograms that lay there then; of a planting, what had been taken off it.',
  }),
  madeOf: Type.Array(MadeOf, {
    description: 'What lay there then, heaviest first; a planting is made of nothing.',
  }),
  wentTo: Type.Array(WentTo, {
    description: 'Where all that was ever in it had gone by then, heaviest first.',
  }),
})
export type RecordTrace = Static<typeof RecordTrace>

export const MovementTrace = named('MovementTrace', {
  movementId: Type.Integer(),
  recordId: Type.String(),
  name: Type.String(),
  at: Type.String(),
  weight: Type.Number({ description: 'Kilograms that it carried; 0 when it was deleted.' }),
  madeOf: Type.Array(MadeOf, { description: 'Heaviest first.' }),
})
export type MovementTrace = Static<typeof MovementTrace>
