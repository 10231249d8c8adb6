// What moisture and NIR meters send of a sample, read into values by name. What a measure is called differs by make and language; what they are
// of is found in `measures-of-meter.ts`.

/** A value as the meter sent it: its own name for it, the figure with a point, and the unit, which may be left out. */
export interface MeterValue {
  name: string
  value: string
  unit: string
}

/** The lines that meters send, by make. FOSS and Perten send what is set on them: names with values, or columns, as the generic one reads. */
export const meters = {
  generic: 'Generic (name value unit, or CSV)',
  'dickey-john': 'DICKEY-john GAC (printed ticket)',
} as const
export type MeterMake = keyof typeof meters

export const isMeterMake = (text: string): text is MeterMake => Object.hasOwn(meters, text)

/** The lines of a meter, as far as they were heard. */
export interface HeardMeter {
  /** Values of the sample that was heard last, or is still coming. */
  values: MeterValue[]
  /** When the last of them came, in milliseconds. */
  at: number
  /** Names of the columns, of a meter that sends them before its values. */
  columns: string[]
  /** A name that stood on a line of its own: its value is on the next one. */
  label: string
}

/** A meter of which nothing was heard yet. */
export const unheardMeter: HeardMeter = { values: [], at: 0, columns: [], label: '' }

/** Values that come so much later are of another sample. */
const NEXT_SAMPLE_MS = 10_000

/** Adds a line to what was heard of a meter. A line without a value adds none. */
export function heardOfMeter(heard: HeardMeter, line: string, make: MeterMake, at: number): HeardMeter {
  const read = make === 'dickey-john' ? readTicketLine(heard, line) : readGenericLine(heard, line)
  const { values: found, ...known } = read
  if (found.length === 0) return { ...heard, ...known }
  const isNext =
    at - heard.at > NEXT_SAMPLE_MS ||
    found.some(({ name }) => heard.values.some((each) => each.name === name))
  return { ...heard, ...known, at, values: isNext ? found : [...heard.values, ...found] }
}

type Read = Pick<HeardMeter, 'values'> & Partial<HeardMeter>

const FIGURE = String.raw`-?\d{1,6}(?:[.,]\d{1,4})?`
const UNIT = String.raw`%|kg\/hl|lbs?\/bu|g\/l|°\s?[CF]|[CF]\b|s\b`
/** A name such as `H2O`, a figure, and a unit, behind which something else may begin. */
const PAIR = new RegExp(
  String.raw`(\p{L}[\p{L}\d .()/-]{0,39}?)\s*[:=]?\s*(?<![\d.,:/])(${FIGURE})\s*(${UNIT})?(?=$|[\s;,\t|])`,
  'giu',
)

/** `Moisture 14.2 %; Protein 12.1 %` in one line or several, or a line of names and then a line of values for each sample. */
function readGenericLine({ columns }: HeardMeter, line: string): Read {
  const cells = cellsOf(line)
  const figures = cells.map((cell) => new RegExp(`^(${FIGURE})\\s*(${UNIT})?$`, 'iu').exec(cell))
  const hasFigures = figures.some(Boolean)
  if (cells.length > 1 && !hasFigures && !/\d/.test(line.replaceAll(/\([^)]*\)/g, '')))
    return { values: [], columns: cells }
  if (columns.length > 1 && columns.length === cells.length && hasFigures)
    return {
      values: figures.flatMap((figure, index) => {
        if (!figure) return []
        const [, name = '', unit = ''] =
          /^(.*?)\s*[([]?\s*(%|[^\s([]*\/[^\s)\]]*|°\s?[CF])?\s*[)\]]?$/u.exec(columns[index] ?? '') ?? []
        return [valueOf(name, figure[1] ?? '', figure[2] ?? unit)]
      }),
    }
  return {
    values: [...line.matchAll(PAIR)].map(([, name = '', figure = '', unit = '']) =>
      valueOf(name, figure, unit),
    ),
  }
}

/** Cells of a line of CSV; a comma that parts the decimals of a figure parts no cells. */
function cellsOf(line: string): string[] {
  const separator = [';', '\t', '|'].find((each) => line.includes(each)) ?? ','
  return line.split(separator).map((cell) => cell.trim().replaceAll(/^"|"$/g, ''))
}

/** `Moist.:` on one line and `12.5 %` on the next, as a GAC prints its ticket; a label and its value may also share a line. */
function readTicketLine({ label }: HeardMeter, line: string): Read {
  const [, name, figure, unit = ''] =
    new RegExp(String.raw`^\s*(?:(\p{L}[\p{L}. ]*?)\s*:)?\s*(?:(${FIGURE})\s*(${UNIT}))?\s*$`, 'iu').exec(
      line,
    ) ?? []
  if (figure === undefined) return { values: [], label: name ?? '' }
  const called = name ?? label
  return { values: called === '' ? [] : [valueOf(called, figure, unit)], label: '' }
}

const valueOf = (name: string, figure: string, unit: string): MeterValue => ({
  name: name.trim(),
  value: figure.replace(',', '.'),
  unit: unit.replaceAll(/\s/g, ''),
})
