import { kgPerHlOfPounds } from '../api/heap.ts'
import type { MeterValue } from './meter-lines.ts'

// Which measure of a load a value of a meter is: meters call the same by many names, in the language that they are set to.

/** Names of one measure on meters and in grade schemes, without accents and signs. */
const SAME = [
  [
    'moisture',
    'moist',
    'moistcontent',
    'moisturecontent',
    'mc',
    'h2o',
    'water',
    'feuchte',
    'feuchtigkeit',
    'wasser',
    'wassergehalt',
  ].concat(['humidite', 'hum', 'teneureneau', 'eau']),
  ['protein', 'proteins', 'prot', 'crudeprotein', 'rohprotein', 'eiweiss', 'proteine', 'proteines'],
  [
    'specificweight',
    'testweight',
    'bushelweight',
    'hectolitreweight',
    'hectoliterweight',
    'tw',
    'testwt',
    'hlw',
    'hlweight',
  ].concat(['hektolitergewicht', 'hlgewicht', 'naturalgewicht', 'poidsspecifique', 'ps']),
  ['temperature', 'temp', 'temperatur', 'graintemp', 'graintemperature'],
  [
    'hagbergfallingnumber',
    'fallingnumber',
    'hagberg',
    'fn',
    'fallzahl',
    'indicedechute',
    'indicedechutedehagberg',
  ],
  ['oil', 'oilcontent', 'fat', 'ol', 'olgehalt', 'fett', 'huile', 'matieregrasse'],
  ['starch', 'starke', 'amidon'],
  ['wetgluten', 'gluten', 'feuchtkleber', 'kleber', 'glutenhumide'],
]

const keyOf = (name: string) => {
  const bare = name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z0-9]/g, '')
  return SAME.find((names) => names.includes(bare))?.[0] ?? bare
}

interface Named {
  name: string
  label?: string | undefined
  unit: string
}

/** True if a value of a meter is of a measure, by one of its names. */
const isOf = (value: MeterValue, { name, label }: Named) =>
  [name, label].some((each) => each !== undefined && keyOf(each) === keyOf(value.name))

const unitOf = (unit: string) => unit.toLowerCase().replaceAll(/[°\s]/g, '').replace('lbs', 'lb')

/** Factors and shifts from a unit to another one: what stands in neither table is not converted. */
const CONVERSIONS: Record<string, (value: number) => number> = {
  'lb/bu kg/hl': kgPerHlOfPounds,
  'kg/hl lb/bu': (value) => value / kgPerHlOfPounds(1),
  'g/l kg/hl': (value) => value / 10,
  'f c': (value) => ((value - 32) * 5) / 9,
  'c f': (value) => (value * 9) / 5 + 32,
}

/** The figure of a value in the unit of its measure, to one decimal where it is converted; undefined where it cannot be. */
function figureIn(unit: string, { value, unit: sent }: MeterValue): string | undefined {
  const [from, to] = [unitOf(sent), unitOf(unit)]
  if (from === '' || from === to) return value
  const convert = CONVERSIONS[`${from} ${to}`]
  return convert && String(Math.round(convert(Number(value)) * 10) / 10)
}

/**
 * The figures of a sample by the measures of a load, as the service takes them. A value of which the load is not asked is left out, and so is
 * one in a unit that is not that of the measure and cannot be made so.
 *
 * @example measuredByMeter([{ name: 'TW', value: '60.5', unit: 'lb/Bu' }], [{ name: 'Specific weight', unit: 'kg/hl' }]) // Map { 'Specific weight' => '77.9' }
 */
export function measuredByMeter(values: MeterValue[], measures: Named[]): Map<string, string> {
  return new Map(
    measures.flatMap((measure) => {
      const value = values.findLast((each) => isOf(each, measure))
      const figure = value && figureIn(measure.unit, value)
      return figure === undefined || !(Number(figure) >= 0) ? [] : [[measure.name, figure] as const]
    }),
  )
}

/** Figures of a sample that would change what is typed: those of empty fields, and those that were typed otherwise. */
export interface MeterOffer {
  fills: Map<string, string>
  differs: Map<string, string>
}

/** Compares a sample with what is typed, in which a comma may part the decimals. */
export function offerOfMeter(found: Map<string, string>, typed: Record<string, string>): MeterOffer {
  const at = (name: string) => (typed[name] ?? '').trim().replace(',', '.')
  const entries = [...found]
  return {
    fills: new Map(entries.filter(([name]) => at(name) === '')),
    differs: new Map(
      entries.filter(([name, value]) => at(name) !== '' && Number(at(name)) !== Number(value)),
    ),
  }
}
