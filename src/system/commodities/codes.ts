import { catalogueEntries } from './catalogue.ts'
import type { Reading } from './understand.ts'

/**
 * What a code of others stands for; undefined for what is no code that is known here, or stands for several things.
 *
 * @example findByCode('EPPO:TRZAX') // wheat
 */
export function findByCode(text: string): Reading | undefined {
  const [, system = '', code = ''] = /^(EPPO|HS|CN):([A-Z0-9.]+)$/i.exec(text.trim()) ?? []
  if (code === '') return undefined
  const wanted = plain(code)
  const isEppo = system.toUpperCase() === 'EPPO'
  const { commodities, types, codes } = catalogueEntries()
  const found = [...codes].filter(([, { EPPO = '', HS = '' }]) => plain(isEppo ? EPPO : HS) === wanted)
  const [[id] = [0], another] = found
  if (another) return undefined
  const type = types.get(id)
  const commodity = commodities.get(type?.commodityId ?? id)
  return commodity && { is: { commodity, ...(type && { type }), gradeNames: [] } }
}

/** `1001.19` and `100119` are one code. */
function plain(code: string): string {
  return code.replaceAll('.', '').toUpperCase()
}
