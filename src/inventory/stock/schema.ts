import Type from 'typebox'
import { Acknowledgement, closed, Expiries, SameTickets } from '../../http/validate/schema.ts'

/** Counts that something falls before which is dated by its day alone, though they were made on that day. */
export const BeforeCounts = Type.Optional(
  Type.Array(
    closed({
      recordId: Type.String(),
      countedAtUTC: Type.String(),
      reasonId: Type.Integer(),
      reason: Type.String(),
      difference: Type.Number({ description: 'Kilograms that the count found by now; negative is lost.' }),
    }),
    {
      description:
        'Counts of the same day that it falls before, since its date has no time and so means the start of the day. They stay as they were counted. If it was after them, give its time. The message begins with them, also that of a dry run.',
    },
  ),
)

/** Remarks on stock that came into a bay or was counted there, beside the record; in the form of an acknowledgement. */
export const Remarks = closed({
  message: Type.Optional(
    Type.String({
      description:
        'That it is a plan, what was written off for it, what changed because it joined other stock, and what is now, ' +
        'or will be, wrong in the bay.',
    }),
  ),
  conflicts: Acknowledgement.properties.conflicts,
  beforeCounts: BeforeCounts,
  sameTickets: SameTickets,
  expiries: Expiries,
})
