import Type from 'typebox'
import { closed } from '../../http/schema.ts'
import { catalogueEntries } from './catalogue.ts'
import { once, readDataFile, ReferenceDataError } from '../data-file.ts'
import type { Reading } from './understand.ts'

/** data/codes.json: codes that others have for a commodity, or for a type of it. */
const CodesFile = Type.Array(
  closed({
    id: Type.Integer({ minimum: 1 }),
    EPPO: Type.Optional(Type.String({ pattern: '^[A-Z]{5,6}$' })),
    HS: Type.Optional(Type.String({ pattern: '^[0-9]{4}([.][0-9]{2}){0,2}$' })),
  }),
)

export const CommodityCodes = closed({
  EPPO: Type.Optional(Type.String({ examples: ['TRZAX'] })),
  HS: Type.Optional(Type.String({ description: 'Harmonized System.', examples: ['1001'] })),
})

const codes = once(() => {
  const rows = readDataFile('codes.json', CodesFile)
  const { commodities, types } = catalogueEntries()
  for (const { id } of rows)
    if (!commodities.has(id) && !types.has(id))
      throw new ReferenceDataError('codes.json', `there is no ${id}`)
  return new Map(rows.map(({ id, ...rest }) => [id, rest]))
})

/** Reads the codes now, so that a broken file is found at the start. */
export function loadCodes(): void {
  codes()
}

/** The codes of a commodity or a type, by id; undefined where it has none. */
export function codesOf(id: number) {
  return codes().get(id)
}

/**
 * What a code stands for; undefined for what is no code of ours, or stands for several things.
 *
 * @example findByCode('EPPO:TRZAX') // wheat
 */
export function findByCode(text: string): Reading | undefined {
  const [, system = '', code = ''] = /^(EPPO|HS|CN):([A-Z0-9.]+)$/i.exec(text.trim()) ?? []
  if (code === '') return undefined
  const wanted = plain(code)
  const isEppo = system.toUpperCase() === 'EPPO'
  const found = [...codes()].filter(([, { EPPO = '', HS = '' }]) => plain(isEppo ? EPPO : HS) === wanted)
  const [[id] = [0], another] = found
  if (another) return undefined
  const { commodities, types } = catalogueEntries()
  const type = types.get(id)
  const commodity = commodities.get(type?.commodityId ?? id)
  return commodity && { is: { commodity, ...(type && { type }), gradeNames: [] } }
}

/** `1001.19` and `100119` are one code. */
function plain(code: string): string {
  return code.replaceAll('.', '').toUpperCase()
}
