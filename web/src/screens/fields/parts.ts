import type { Language } from '../../i18n/languages.ts'
import { parseArea } from '../../i18n/numbers.ts'

/** A part of a field, as it is typed. */
export interface Part {
  name: string
  ha: string
  variety: string
}

export const blankPart = (): Part => ({ name: '', ha: '', variety: '' })

/** Hectares are kept to four decimals, which sums of floats are not. */
const hectares = (value: number) => Math.round(value * 10_000) / 10_000

/** Calculates what is left of a field without its parts, in hectares; less than 0 if they have more than it has. */
export function remainderOf(area: number, parts: Part[], language: Language): number {
  const taken = parts.reduce((sum, { ha }) => {
    const parsed = parseArea(ha, language)
    return sum + ('value' in parsed ? parsed.value : 0)
  }, 0)
  return hectares(area - taken)
}

/** Builds the request to the service; undefined as long as a part has no name or no area. */
export function splitBody(source: string, parts: Part[], language: Language) {
  const rows = parts.flatMap(({ name, ha, variety }) => {
    const parsed = parseArea(ha, language)
    if (name.trim() === '' || !('value' in parsed) || parsed.value === 0) return []
    const row = { source, name: name.trim(), hectares: parsed.value }
    return [variety.trim() === '' ? row : { ...row, variety: variety.trim() }]
  })
  return rows.length === parts.length ? rows : undefined
}
