import Type from 'typebox'
import { closed, described, maybe, oneOf, Text } from '../../http/validate/schema.ts'
import { factNames } from './change-history.ts'
import { lorryNets } from '../loads/tickets/rules.ts'

/** The wire shapes of corrections: why, and what has become of a movement since. */

/** Why somebody corrects, deletes or restores. */
export const Reason = maybe(
  Type.String({
    maxLength: 500,
    description:
      'Why, in your own words: it stands in the history of the movement. Needed for a correction and a deletion where your organisation says so (`requiresReason` of GET /api/identity/organisation).',
  }),
)

/** Why, as a body says it; '' where it does not. */
export const reasonOf = (body: { reason?: string | null | undefined } | null | undefined) =>
  body?.reason?.trim() ?? ''

const Value = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()], {
  description: 'Kilograms, a moment, a name or an id; null is what nobody had said.',
})

export const MovementHistory = closed({
  kind: oneOf(['changed', 'deleted', 'restored']),
  atUTC: Type.String(),
  byName: Type.String(),
  reason: Type.String({ description: 'Why; empty where nobody said.' }),
  changed: Type.Array(closed({ what: oneOf(factNames), before: Value, after: Value })),
})

const OwnRecord = Type.Optional(
  described(Text, 'May be left out. Otherwise it has to be the movement’s own record.'),
)

/** What becomes of a lorry's net when a part of its load is deleted. */
export const LorryNetInput = Type.Optional(
  oneOf(
    lorryNets,
    'Needed where it is one part of a lorry that was weighed full and empty, and other parts stay. stays: the lorry did bring its net, and the ' +
      'other parts take the weight over in proportion. less: the other parts keep their weights, and the full reading of the lorry is lowered. Otherwise it decides nothing.',
  ),
)

export const DeleteMovementBody = closed({ recordId: OwnRecord, reason: Reason, lorryNet: LorryNetInput })

export const RestoreMovementBody = closed({ recordId: OwnRecord, reason: Reason })
