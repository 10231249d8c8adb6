import { useFormats } from '../i18n/format.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { kindOfLimit, type Limits } from './limits.ts'
import { messages } from './limit-messages.ts'

/** Returns words for the limits that a grade sets for a measure, with the moisture they are stated at: one wording wherever shown. */
export function useLimitWords(): (limits: Limits) => string {
  const m = useMessages(messages)
  const formats = useFormats()
  return ({ min, max, moistureBasis }) => {
    const asked = say(m[kindOfLimit({ min, max })], { min: formats.figure(min), max: formats.figure(max) })
    if (moistureBasis === undefined) return asked
    return `${asked} ${say(m.basis, { moisture: formats.figure(moistureBasis) })}`
  }
}
