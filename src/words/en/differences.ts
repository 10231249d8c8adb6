import type { Difference, Fact } from '../terms.ts'
import type { Writing } from '../writing.ts'

/** Puts a fact into English. */
export function fact(said: Fact, write: Writing): string {
  if ('none' in said) return said.none
  if ('name' in said) return said.name
  if ('names' in said) return said.names.join(', ')
  if ('lines' in said) return said.lines.map((line) => line ?? 'none').join(', ')
  if ('hectares' in said) return `${said.hectares} ha`
  if ('kilograms' in said) return write.weight(said.kilograms)
  if ('kilogramsPerHectare' in said) return `${said.kilogramsPerHectare} kg/ha`
  if ('percentage' in said) return `${said.percentage} %`
  if ('date' in said) return write.date(said.date)
  if ('month' in said) return said.month
  if ('lat' in said) return `${said.lat}, ${said.lon}`
  const { atUTC, timeZone, hasTime } = said
  return hasTime ? `${write.day(atUTC, timeZone)} ${write.time(atUTC, timeZone)}` : write.day(atUTC, timeZone)
}

/** `weight 28,460 kg there and 28,640 kg here`. */
export function listed(differences: Difference[], write: Writing): string {
  return differences
    .map(({ trait, there, here }) => `${trait} ${fact(there, write)} there and ${fact(here, write)} here`)
    .join('; ')
}
