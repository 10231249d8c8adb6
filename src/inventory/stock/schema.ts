import Type from 'typebox'
import { Acknowledgement, closed } from '../../http/validate/schema.ts'

/** What is said of stock that came into a bay or was counted there, beside the record; as an acknowledgement says it. */
export const Remarks = closed({
  message: Type.Optional(
    Type.String({
      description:
        'That it is a plan, what was written off for it, what changed because it joined other stock, and what is now, ' +
        'or will be, wrong in the bay.',
    }),
  ),
  conflicts: Acknowledgement.properties.conflicts,
})
