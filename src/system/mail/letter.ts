import type { Message } from '../../words/catalogue.ts'
import { isLanguage, type Language } from '../../words/languages.ts'
import { readerOf, render } from '../../words/render.ts'
import type { MailMessage } from './message.ts'

/** A mail of the service’s own words, without files: they are put into a language when it is sent. */
export interface Letter {
  /** The id of this mail at every attempt, and of no other mail. */
  id: string
  to: string
  subject: Message
  text: Message
  /** When it was asked for. */
  date: Date
}

/** A letter as the mail that goes out, in a language, or in that of a locale such as `de-DE`; in English where there is no such language. */
export function writeLetter({ subject, text, ...rest }: Letter, locale: Language | string): MailMessage {
  const language = locale.slice(0, 2)
  const reader = readerOf(isLanguage(language) ? language : 'en')
  return {
    ...rest,
    subject: render(subject, reader),
    text: render(text, reader),
    attachments: [],
    replyTo: undefined,
  }
}
