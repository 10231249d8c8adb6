import { Away, Refused } from '../api/client.ts'
import { defineMessages, say, useMessages } from './messages.ts'

/**
 * The service's most frequent refusals, by code. English uses the service's own sentence, which names what is in the way;
 * other languages put these before it where they express as much.
 */
const messages = defineMessages({
  en: {
    away: 'The service cannot be reached. Check the connection.',
    several: '{n} things need attention: {fields}.',
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
    several: '{n} Angaben stimmen nicht: {fields}.',
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
    several: '{n} saisies sont à revoir : {fields}.',
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

/** An error as described by the party that refused it. */
interface Said {
  code?: string | undefined
  message: string
  /** The message is in the reader's language. */
  messageId?: string | undefined
  body?: object | null | undefined
  validation?: { label: string; message: string }[] | undefined
}

/**
 * Describes an error to the reader: field errors by the names people use, and the service's sentence if it is in their language.
 * Frequent refusals are in this page's words, and all others in the service's English.
 */
export function useRefusal(): (error: unknown) => string {
  const m = useMessages(messages)
  const byCode: Record<string, string | undefined> = m
  const sentence = ({ code = '', message, messageId, body, validation = [] }: Said) => {
    const [fault, another] = code === 'invalid_input' ? validation : []
    if (fault && another) {
      const labels = new Set(validation.map(({ label }) => label))
      return say(m.several, { n: validation.length, fields: [...labels].join(', ') })
    }
    if (fault) return `${fault.label}: ${fault.message}`
    const own = messageId === undefined ? byCode[code] : undefined
    if (!own) return message
    const values = Object.entries(body ?? {}).filter(([, value]) =>
      ['string', 'number'].includes(typeof value),
    )
    const said = say(own, Object.fromEntries(values))
    return WITH_DETAILS.has(code) ? `${said} ${message}` : said
  }
  return (error) => {
    if (error instanceof Away) return m.away
    if (error instanceof Refused) return sentence(error.fault ?? error)
    if (typeof error === 'object' && error !== null && 'message' in error) return sentence(error as Said)
    return String(error)
  }
}
