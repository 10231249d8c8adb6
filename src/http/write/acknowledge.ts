import type { Static } from 'typebox'
import type { Message } from '../../words/catalogue.ts'
import { render, type Reader } from '../../words/render.ts'
import type { Acknowledgement } from '../validate/schema.ts'

/** The answer of what was done as it was asked, in the language of who asked. */
export function acknowledge(
  reader: Reader,
  said: Message,
): Pick<Static<typeof Acknowledgement>, 'status' | 'message'> {
  return { status: 'success', message: render(said, reader) }
}
