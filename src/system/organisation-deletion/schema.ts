import Type, { type Static } from 'typebox'
import { closed, named } from '../../http/validate/schema.ts'

const text = Type.String()

export const OrganisationDeletion = named('OrganisationDeletion', {
  isAsked: Type.Boolean({ description: 'An owner wants your organisation deleted.' }),
  askedAtUTC: Type.String({ description: 'Empty where nobody wants it.' }),
  askedBy: text,
  dueAtUTC: Type.String({ description: 'From then on it is deleted, unless an owner withdraws before.' }),
  daysLeft: Type.Integer({ description: 'Whole days and the one that has begun; 0 where nobody wants it.' }),
  obstacles: Type.Array(text, {
    description:
      'What is in the way as things are, in words: stock of others here, and stock of yours with others.',
  }),
})
export type OrganisationDeletion = Static<typeof OrganisationDeletion>

export const DeletionBody = closed({
  name: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'The name of your organisation, as it is.',
  }),
})
export type DeletionBody = Static<typeof DeletionBody>
