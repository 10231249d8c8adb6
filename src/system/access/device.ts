import Type, { type Static } from 'typebox'
import { named } from '../../http/validate/schema.ts'

/** So much of what a device says of itself is kept: longer ones are those of machines that make them up. */
const MOST_CHARACTERS = 300

export const Device = named(
  'Device',
  {
    program: Type.String({
      description: 'The browser or the program, such as Firefox; empty if it said nothing.',
    }),
    system: Type.String({
      description: 'What it runs on, such as Windows or iPhone; empty if it said nothing.',
    }),
  },
  'What the device said of itself when it signed in. Anything may be said.',
)
export type Device = Static<typeof Device>

/** Each is named by the first that fits: browsers also call themselves what others are. */
const PROGRAMS: [RegExp, string][] = [
  [/\b(Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** A `User-Agent` as it is kept: what has no letters is left out. */
export const storedUserAgent = (header = ''): string =>
  header.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').slice(0, MOST_CHARACTERS)

/**
 * Names the device of a `User-Agent`.
 *
 * @example deviceOf('curl/8.5.0') // { program: 'curl', system: '' }
 */
export function deviceOf(userAgent: string): Device {
  const among = (list: [RegExp, string][]) => list.find(([mark]) => mark.test(userAgent))?.[1]
  // A program names itself first; only browsers begin with Mozilla.
  const [, first = ''] = /^([\w.-]{1,40})\b/.exec(userAgent) ?? []
  return {
    program: among(PROGRAMS) ?? (first === 'Mozilla' ? '' : first),
    system: among(SYSTEMS) ?? '',
  }
}
