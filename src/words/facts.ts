import type { Fact } from './terms.ts'
import type { Writing } from './writing.ts'

/** A language's words for facts that are compared. */
export interface FactWords {
  without: Record<Extract<Fact, { none: unknown }>['none'], string>
  /** Of a month such as 2026-08. */
  month: (month: string) => string
  at: (day: string, time: string) => string
}

/** Puts a fact that is compared with another into words. */
export function factIn({ without, month, at }: FactWords, said: Fact, write: Writing): string {
  if ('none' in said) return without[said.none]
  if ('name' in said) return said.name
  if ('names' in said) return said.names.join(', ')
  if ('lines' in said) return said.lines.map((line) => line ?? without.none).join(', ')
  if ('hectares' in said) return write.area(said.hectares)
  if ('kilograms' in said) return write.weight(said.kilograms)
  if ('kilogramsPerHectare' in said) return write.yield(said.kilogramsPerHectare)
  if ('percentage' in said) return `${write.figure(said.percentage)} %`
  if ('date' in said) return write.date(said.date)
  if ('month' in said) return month(said.month)
  if ('lat' in said) return `${said.lat}, ${said.lon}`
  const day = write.day(said.atUTC, said.timeZone)
  return said.hasTime ? at(day, write.time(said.atUTC, said.timeZone)) : day
}
