import { Away, Refused } from '../api/client.ts'
import { defineMessages, say, useMessages } from './messages.ts'

const messages = defineMessages({
  en: {
    away: 'The service cannot be reached. Check the connection.',
    several: '{n} things need attention: {fields}.',
  },
  de: {
    away: 'Der Dienst ist nicht erreichbar. Ist die Verbindung da?',
    several: '{n} Angaben stimmen nicht: {fields}.',
  },
  fr: {
    away: 'Le service est injoignable. Vérifiez la connexion.',
    several: '{n} saisies sont à revoir : {fields}.',
  },
})

/** An error as described by the party that refused it. */
interface Described {
  code?: string | undefined
  message: string
  validation?: { label: string; message: string }[] | undefined
}

/** Describes an error to the reader: faults of fields by the names that people use, all else as the service says it in their language. */
export function useRefusal(): (error: unknown) => string {
  const m = useMessages(messages)
  const sentence = ({ code = '', message, validation = [] }: Described) => {
    const [fault, another] = code === 'invalid_input' ? validation : []
    if (!fault) return message
    if (!another) return `${fault.label}: ${fault.message}`
    const labels = new Set(validation.map(({ label }) => label))
    return say(m.several, { n: validation.length, fields: [...labels].join(', ') })
  }
  return (error) => {
    if (error instanceof Away) return m.away
    if (error instanceof Refused) return sentence(error.fault ?? error)
    if (typeof error === 'object' && error !== null && 'message' in error) return sentence(error as Described)
    return String(error)
  }
}
