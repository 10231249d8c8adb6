/** Kinds of paper that are numbered, each in a series of its own (rules.md §11). */
export const numberKinds = [
  'ticket-in',
  'ticket-out',
  'transfer',
  'passport',
  'count',
  'statement',
  'charges',
] as const
export type NumberKind = (typeof numberKinds)[number]

/** When a series begins again at 1. */
export const restarts = ['never', 'calendar-year', 'harvest-year'] as const
export type Restarts = (typeof restarts)[number]

/** The series of a load: what comes off a field into a bay has a ticket as what a sender brings. */
export function numberKindOf(type: string, isOffField: boolean): NumberKind {
  if (type === 'outbound') return 'ticket-out'
  return type === 'intake' || isOffField ? 'ticket-in' : 'transfer'
}
