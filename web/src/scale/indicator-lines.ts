/** A reading of an indicator: kilograms, and whether the lorry stands still. */
export interface Reading {
  kg: number
  isStable: boolean
}

/** The lines that an indicator sends over and over, by its make. Most can be set to several; these are what they come with. */
export const makes = {
  generic: 'Generic (ST,GS / US,NT)',
  'mettler-toledo': 'Mettler Toledo (MT-SICS)',
  'mettler-continuous': 'Mettler Toledo (continuous)',
  'avery-weigh-tronix': 'Avery Weigh-Tronix (SMA)',
  rinstrum: 'Rinstrum',
  bilanciai: 'Bilanciai',
  'rice-lake': 'Rice Lake',
  'dini-argeo': 'Dini Argeo',
  systec: 'Systec',
} as const
export type Make = keyof typeof makes

const KG_IN: Record<string, number> = { kg: 1, t: 1000, lb: 0.45359237, g: 0.001 }

type Read = (line: string) => Reading | undefined

/** A reading of a figure as text, in the unit that stands behind it; overload and underload are no reading. */
function reading(figure: string, unit: string, isStable: boolean): Reading | undefined {
  const value = Number(figure.replaceAll(/[\s_]/g, '').replace(',', '.'))
  const factor = KG_IN[unit.trim().toLowerCase()] ?? 1
  return Number.isFinite(value) ? { kg: Math.round(value * factor * 1000) / 1000, isStable } : undefined
}

const UNIT = '(kg|t|lb|g)?'

/** `ST,GS,+  42660kg`: stable or unstable, gross, net or tare, the figure, the unit. */
function readGeneric(line: string): Reading | undefined {
  const [, state, figure = '', unit = ''] =
    new RegExp(`\\b(ST|US|OL)\\b[^-+\\d]*([-+]?\\s*[\\d .,]*\\d)\\s*${UNIT}`, 'i').exec(line) ?? []
  if (state?.toUpperCase() === 'OL') return undefined
  if (state !== undefined) return reading(figure, unit, state.toUpperCase() === 'ST')
  const bare = new RegExp(`^\\s*([-+]?\\s*\\d[\\d ]*(?:[.,]\\d+)?)\\s*${UNIT}\\s*(M|\\?)?\\s*$`, 'i').exec(
    line,
  )
  return bare ? reading(bare[1] ?? '', bare[2] ?? '', bare[3] === undefined) : undefined
}

/** `S S      42660 kg`: stable or dynamic; `S +`, `S -` and `S I` have no figure. */
function readSics(line: string): Reading | undefined {
  const [, state, figure, unit = ''] =
    new RegExp(`^\\s*S\\s+(S|D)\\s+(-?[\\d.]+)\\s*${UNIT}`).exec(line) ?? []
  return figure === undefined ? undefined : reading(figure, unit, state === 'S')
}

const POWERS = [100, 10, 1, 0.1, 0.01, 0.001, 0.0001, 0.00001]

/** Three status characters, six digits of weight, six of tare. Bits say where the point is, the sign, motion and the unit. */
function readContinuous(line: string): Reading | undefined {
  const [, status = '', figure = ''] = /([\x20-\x7f]{3})([ \d]{6})[ \d]{6}/.exec(line) ?? []
  if (status === '') return undefined
  const [a, b] = [status.charCodeAt(0), status.charCodeAt(1)]
  if (b & 0b100) return undefined
  const value = Number(figure) * (POWERS[a & 0b111] ?? 1) * (b & 0b10 ? -1 : 1)
  return reading(String(value), b & 0b1_0000 ? 'kg' : 'lb', (b & 0b1000) === 0)
}

/** `Z1G       42660kg `: status, range, gross or net, motion, then the figure in ten places and the unit in three. */
function readSma(line: string): Reading | undefined {
  const [, status, motion, figure = '', unit = ''] =
    new RegExp(`^\\s?([ ZOUE])[1-9 ][GNTgn]([ M]).?([-+ \\d.]{10})${UNIT}`).exec(line) ?? []
  if (status === undefined || 'OUE'.includes(status)) return undefined
  return reading(figure, unit, motion !== 'M')
}

/** `  42660G`: sign, seven places, and G or N at rest, M in motion, U and O out of range, E a fault. */
function readRinstrum(line: string): Reading | undefined {
  const [, figure = '', status] = /^\s*([-+ ]?[ \d.]{1,7}\d)([GNMUOE])/.exec(line) ?? []
  return status === undefined || 'UOE'.includes(status) ? undefined : reading(figure, 'kg', status !== 'M')
}

/** `$0  42660`: 0 at rest, 1 in motion, 3 and above out of range, then the figure. */
function readBilanciai(line: string): Reading | undefined {
  const [, status, figure = ''] = /\$\s*(\d)\s*([-+]?[ \d.]*\d)/.exec(line) ?? []
  return status === undefined || Number(status) > 1 ? undefined : reading(figure, 'kg', status === '0')
}

/**
 * `PIDST,1,     42660kg,           0kg,00126-000041`: a weighing that the alibi memory has kept, with its gross weight, the tare, and its number, or
 * `NO`. Otherwise as the generic one.
 */
function readDini(line: string): Reading | undefined {
  const [, state, figure, unit = ''] =
    new RegExp(`PID(ST|US|OL|UL),\\d,\\s*(-?[\\d.,]+)\\s*${UNIT}`).exec(line) ?? []
  if (figure === undefined) return readGeneric(line)
  return state === 'ST' || state === 'US' ? reading(figure, unit, state === 'ST') : undefined
}

const RICE_LAKE_UNITS: Record<string, string> = { K: 'kg', L: 'lb', T: 't', G: 'g' }

/** `  42660KG `: sign, seven places, the unit's letter, gross or net, and a blank if the figure is good, M in motion. */
function readRiceLake(line: string): Reading | undefined {
  const [, figure = '', unit = '', status = ' '] = /([-+ ]?[ \d.]{6}\d)([LKTG])[GN]([ IMO])?/.exec(line) ?? []
  if (figure === '' || 'IO'.includes(status)) return undefined
  return reading(figure, RICE_LAKE_UNITS[unit] ?? '', status !== 'M')
}

/**
 * `<0000 14.08.26 09:30 4711 1   42660       0   42660kg …>`: error, state, date, time, the number of the record, the scale, then gross, tare and
 * net in eight places each, and the unit in two.
 */
const SYSTEC =
  /^<?(\d\d)(\d)\d\s?\d\d\.\d\d\.\d\d\s?\d\d:\d\d\s?([ \d]{4})\s?\d([-+ .\d]{8})[-+ .\d]{8}[-+ .\d]{8}(kg|t |lb|g )/

function readSystec(line: string): Reading | undefined {
  const [, error, motion, , figure = '', unit = ''] = SYSTEC.exec(line) ?? []
  return error === '00' ? reading(figure, unit, motion === '0') : undefined
}

/** Finds the number under which the instrument has kept a weighing in the line that it sent of it; undefined where it has none. */
export function recordNumberIn(line: string, make: Make): string | undefined {
  if (make === 'systec') {
    const number = SYSTEC.exec(line)?.[3]?.trim() ?? ''
    return /[1-9]/.test(number) ? number : undefined
  }
  // A weighing that is read from the memory has the number of its writing round and its own.
  return make === 'dini-argeo' ? /\b(\d{5}-\d{6})\b/.exec(line)?.[1] : undefined
}

const readers: Record<Make, Read> = {
  generic: readGeneric,
  'mettler-toledo': readSics,
  'mettler-continuous': readContinuous,
  'avery-weigh-tronix': readSma,
  rinstrum: readRinstrum,
  bilanciai: readBilanciai,
  'rice-lake': readRiceLake,
  'dini-argeo': readDini,
  systec: readSystec,
}

/** Reads one line of an indicator; undefined where it has no weight that counts. */
export function readLine(line: string, make: Make): Reading | undefined {
  return readers[make](line)
}

/** Line ends, and the signs for the start and end of a text. */
const BETWEEN_LINES = new RegExp(`[\\r\\n${String.fromCharCode(2, 3)}]+`)

/** Cuts arrived text at the characters that indicators put between lines; the rest belongs to the line that is still coming. */
export function linesIn(text: string): { lines: string[]; rest: string } {
  const parts = text.split(BETWEEN_LINES)
  return { lines: parts.slice(0, -1).filter((each) => each !== ''), rest: (parts.at(-1) ?? '').slice(-200) }
}

export const isMake = (text: string): text is Make => Object.hasOwn(makes, text)
