import { message } from '../words/catalogue.ts'
import { UsageError } from './command.ts'

/**
 * Requests to an indicator for its weight, by its make: the weight as it is now, moving or not. Sources: MT-SICS has SI; Dini Argeo READ; Systec RM
 * in angle brackets; the SMA protocol of Avery Weigh-Tronix W between a line feed and a carriage return.
 */
const requests = {
  'mettler-toledo': 'SI\r\n',
  'dini-argeo': 'READ\r\n',
  systec: '<RM>',
  'avery-weigh-tronix': '\nW\r',
} as const

const ESCAPES: Record<string, string> = { r: '\r', n: '\n', s: '\x02', e: '\x03', q: '\x05' }

/**
 * Returns what to send to an indicator that sends nothing by itself: by its make, or as it is given, in which `\r`, `\n`, `\s` (STX), `\e` (ETX)
 * and `\q` (ENQ) stand for what cannot be typed.
 *
 * @throws UsageError
 */
export function requestOf(ask: string): string {
  if (Object.hasOwn(requests, ask)) return requests[ask as keyof typeof requests]
  if (/^[a-z-]+$/.test(ask)) throw new UsageError(message('makeIsUnknown', { makes: Object.keys(requests) }))
  return ask.replaceAll(/\\([rnseq])/g, (_whole, letter: string) => ESCAPES[letter] ?? '')
}
