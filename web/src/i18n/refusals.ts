import { Away, Refused } from '../api/client.ts'
import { messages as fieldNames } from './field-names.ts'
import { useLanguage } from './language.ts'
import { defineMessages, say, useMessages } from './messages.ts'
import { withFieldNames } from './name-fields.ts'

/**
 * What the service says most often when it refuses, by its code. English is the service's own sentence, which names what is in the way;
 * in other languages these stand before it where they say as much.
 */
const messages = defineMessages({
  en: {
    away: 'The service cannot be reached. Check the connection.',
    unauthenticated: '',
    forbidden: '',
    rate_limited: '',
    unavailable: '',
    precondition_failed: '',
    already_exists: '',
    not_found: '',
    insufficient_stock: '',
    incompatible_stock: '',
    grade_lost: '',
  },
  de: {
    away: 'Der Dienst ist nicht erreichbar. Ist die Verbindung da?',
    unauthenticated: 'E-Mail und Passwort passen nicht zusammen, oder die Anmeldung ist abgelaufen.',
    forbidden: 'Das dürfen Sie nicht: Es braucht eine andere Rolle.',
    rate_limited: 'Zu viele Versuche. Bitte in {retryAfterSeconds} s noch einmal.',
    unavailable: 'Der Dienst kann das im Augenblick nicht. Bitte noch einmal versuchen.',
    precondition_failed: 'Das hat inzwischen jemand anders geändert.',
    already_exists: 'Das gibt es schon.',
    not_found: 'Das gibt es nicht, oder nicht für Sie.',
    insufficient_stock: 'So viel liegt dort nicht.',
    incompatible_stock: 'Das darf nicht vermischt werden.',
    grade_lost: 'Das senkt die Güte dessen, was dort liegt: Geben Sie einen Grund an.',
  },
  fr: {
    away: 'Le service est injoignable. Vérifiez la connexion.',
    unauthenticated: 'L’adresse et le mot de passe ne vont pas ensemble, ou la session a pris fin.',
    forbidden: 'Vous n’en avez pas le droit : il faut un autre rôle.',
    rate_limited: 'Trop d’essais. Réessayez dans {retryAfterSeconds} s.',
    unavailable: 'Le service ne le peut pas en ce moment. Réessayez.',
    precondition_failed: 'Quelqu’un d’autre l’a modifié entre-temps.',
    already_exists: 'Cela existe déjà.',
    not_found: 'Cela n’existe pas, ou pas pour vous.',
    insufficient_stock: 'Il n’y en a pas autant à cet endroit.',
    incompatible_stock: 'Cela ne doit pas être mélangé.',
    grade_lost: 'Cela abaisse la qualité de ce qui s’y trouve : donnez une raison.',
  },
})

/** Refusals whose own sentence names what is in the way, so it is shown as well. */
const WITH_DETAILS = new Set(['insufficient_stock', 'incompatible_stock', 'grade_lost', 'already_exists'])

/** Refusals that may begin with the path of a field. */
const OF_FIELDS = new Set(['invalid_input', 'destination_ambiguous', 'weight_missing', 'not_stock', ''])

interface Said {
  code?: string | undefined
  message: string
  messageId?: string | undefined
  body?: object | null | undefined
}

/** What is said of an error to whoever reads: the frequent refusals in their language, any other in the service's own sentence. */
export function useRefusal(): (error: unknown) => string {
  const m = useMessages(messages)
  const f = useMessages(fieldNames)
  const byCode: Record<string, string | undefined> = m
  const language = useLanguage()
  const sentence = ({ code = '', message, messageId, body }: Said) => {
    // In English the service calls fields as programs do.
    if (messageId !== undefined && language !== 'en') return message
    const own = byCode[code]
    if (!own) return OF_FIELDS.has(code) ? withFieldNames(message, f) : message
    const values = Object.entries(body ?? {}).filter(([, value]) =>
      ['string', 'number'].includes(typeof value),
    )
    const said = say(own, Object.fromEntries(values))
    return WITH_DETAILS.has(code) ? `${said} ${message}` : said
  }
  return (error) => {
    if (error instanceof Away) return m.away
    if (error instanceof Refused)
      return sentence({
        code: error.fault?.code,
        message: error.message,
        messageId: error.fault?.messageId,
        body: error.fault?.body,
      })
    if (typeof error === 'object' && error !== null && 'message' in error) return sentence(error as Said)
    return String(error)
  }
}
