import Type from 'typebox'
import { closed, orNull } from '../../../http/validate/schema.ts'

/** The lorry's ticket, as a movement that is a part of its load shows it. */
export const Ticket = closed(
  {
    id: Type.String(),
    reference: Type.String(),
    empty: orNull(
      Type.Number({ description: 'Kilograms of the empty lorry; null where it was not weighed.' }),
    ),
    full: orNull(
      Type.Number({ description: 'Kilograms of the loaded lorry; null where it was not weighed.' }),
    ),
    net: orNull(Type.Number({ description: 'Kilograms: full − empty. What the parts weigh adds up to it.' })),
    part: Type.Integer({ description: 'Which of the parts this movement is, from 1.' }),
    parts: Type.Array(
      closed({
        movementId: Type.Integer(),
        weight: orNull(Type.Number({ description: 'Kilograms; null where it is not known.' })),
        share: orNull(Type.Number({ description: 'Its share of the net; null where its weight was given.' })),
      }),
    ),
  },
  'The ticket of the lorry, only of a movement that is a part of its load: `weighbridge` shows its readings.',
)
