import type { en } from './en.ts'
import type { DataOf, SameAs } from './writing.ts'

// What the service says. A message is a name and its parameters; each language says it in its own folder, English says what parameters it has.

export type MessageId = keyof typeof en

/** The parameters of each message. */
export type Messages = { [Id in MessageId]: DataOf<(typeof en)[Id]> }

/** A message before it is put into a language. Of more than a thousand messages, one type each in a union is more than the compiler compares. */
export interface Message<Id extends MessageId = MessageId> {
  id: Id
  data: Messages[Id]
}

/** A language: all that it says. */
export type Sentences = SameAs<typeof en>

/**
 * A message with its parameters.
 *
 * @example message('isTooLong', { limit: 100 })
 */
export function message<Id extends MessageId>(id: Id, data: Messages[Id]): Message<Id> {
  return { id, data }
}
