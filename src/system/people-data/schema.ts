import Type, { type Static } from 'typebox'
import { closed, named, oneOf } from '../../http/validate/schema.ts'
import { Email } from '../access/schema.ts'
import { personalKinds } from './personal-columns.ts'

/** The wire shapes of what is kept about people. */

const text = Type.String()
const Count = closed({
  part: oneOf(personalKinds, 'A part of what is kept about somebody.'),
  about: Type.String({ description: 'In words.' }),
  rows: Type.Integer({ description: 'Lines in the database.' }),
})

export const ErasureOutlook = named('ErasureOutlook', {
  email: text,
  name: text,
  refusal: Type.String({
    description: 'Why it is refused as things are; empty where nothing is in the way.',
  }),
  removed: Type.Array(Count, { description: 'Is removed.' }),
  kept: Type.Array(Count, {
    description: 'Stays under a pseudonym: books have to be whole, and so does the audit log.',
  }),
  stays: Type.String({ description: 'In words: what stays as it is.' }),
})
export type ErasureOutlook = Static<typeof ErasureOutlook>

export const ErasureBody = closed({ email: Email })
export type ErasureBody = Static<typeof ErasureBody>
