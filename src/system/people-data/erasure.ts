/** Somebody who is being erased, and the words that take the place of theirs. */
export interface Erasure {
  id: string
  userId: string
  email: string
  givenName: string
  familyName: string
  /** The name as books and logs have it. */
  name: string
  /** False where somebody else has the same name: then it is replaced only where the person's id stands beside it. */
  isOnlyOfName: boolean
  pseudonym: string
  newEmail: string
  now: Date
  /** Done at the command line, and not by somebody who has signed in. */
  isByOperator: boolean
}
