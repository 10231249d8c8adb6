import type { Static } from 'typebox'
import type { Message } from '../../words/catalogue.ts'
import type { Language } from '../../words/languages.ts'
import { render } from '../../words/render.ts'
import type { Acknowledgement } from '../validate/schema.ts'

/** The answer of what was done as it was asked, in the language of who asked. */
export function acknowledge(
  { language }: { language: Language },
  said: Message,
): Pick<Static<typeof Acknowledgement>, 'status' | 'message'> {
  return { status: 'success', message: render(said, language) }
}
