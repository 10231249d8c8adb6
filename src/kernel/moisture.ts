/**
 * Moisture and dry matter, in per cent of the weight. Grain is dry matter and water: what is a share of the dry matter, such as protein, is a
 * smaller share of moist grain, and drying takes water alone.
 */

/**
 * Converts a share of grain, such as protein, to another moisture: the dry matter has it, the water has none. All in percent; moistures below 100.
 *
 * @example atMoisture(12.5, 0, 13.5) // 10.8125: 12.5 % of the dry matter, stated at 13.5 % moisture
 */
export function atMoisture(share: number, fromMoisture: number, toMoisture: number): number {
  return (share * dryMatterOf(toMoisture)) / dryMatterOf(fromMoisture)
}

/**
 * The dry matter of grain of a moisture, and the moisture of grain of a dry matter: both in percent.
 *
 * @example dryMatterOf(14.5) // 85.5
 */
export function dryMatterOf(moisture: number): number {
  return 100 - moisture
}

const MOISTURE = new Set([
  'moisture',
  'moisturecontent',
  'feuchte',
  'feuchtigkeit',
  'kornfeuchte',
  'wassergehalt',
  'humidite',
  'teneureneau',
])
const DRY_MATTER = new Set([
  'drymatter',
  'drymattercontent',
  'dm',
  'trockenmasse',
  'trockensubstanz',
  'matiereseche',
])

/**
 * Which of the two a name means, in English, German or French: kilograms are taken off by what it says, so one that is not known must not
 * pass for something else. Undefined for what is neither.
 *
 * @example moistureNamed('Feuchtigkeit (%)') // 'moisture'
 */
export function moistureNamed(name: string): 'moisture' | 'dryMatter' | undefined {
  const key = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}\s%()]/gu, '')
  return MOISTURE.has(key) ? 'moisture' : DRY_MATTER.has(key) ? 'dryMatter' : undefined
}
