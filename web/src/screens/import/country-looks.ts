/** What examples of files have in a country, in place of what the English ones have. */
const british = {
  date: '14/08/2026 09:40',
  town: 'Harpenden',
}

const american = {
  'Area (ha)': 'Area (ac)',
  '12.5': '31.2',
  '4.5': '11.5',
  'Capacity (t)': 'Capacity (bu)',
  '500': '18000',
  'Weight (t)': 'Weight (bu)',
  '128.46': '4720',
  'Net (t)': 'Net (lb)',
  '28.46': '52740',
  'Expected yield (t/ha)': 'Expected yield (bu/ac)',
  '9.1': '72',
  'Winter wheat': 'Hard red winter wheat',
  'Group 1': 'US No. 1',
  Skyfall: 'WB4303',
}

const local: Record<string, Record<string, string>> = {
  US: { ...american, [british.date]: '8/14/2026 9:40 AM', [british.town]: 'Salina' },
  CA: {
    'Area (ha)': 'Area (ac)',
    '12.5': '31.2',
    '4.5': '11.5',
    'Winter wheat': 'Spring wheat',
    'Group 1': 'No. 1 CWRS',
    Skyfall: 'AAC Brandon',
    [british.date]: '2026-08-14 9:40',
    [british.town]: 'Brandon',
  },
  AU: { 'Winter wheat': 'Wheat', 'Group 1': 'APW1', Skyfall: 'Scepter', [british.town]: 'Dubbo' },
  NZ: { [british.town]: 'Ashburton' },
  IE: { [british.town]: 'Athy' },
  DE: { [british.date]: '14.08.2026 09:40', [british.town]: 'Soest', 'Group 1': 'A', Skyfall: 'Asory' },
  AT: { [british.date]: '14.08.2026 09:40', [british.town]: 'Tulln', 'Group 1': 'A', Skyfall: 'Asory' },
  FR: {
    [british.date]: '14/08/2026 09:40',
    [british.town]: 'Chartres',
    'Group 1': 'BPS',
    Skyfall: 'Chevignon',
  },
}

/**
 * The beginning of a file as one of the country has it: with its units, dates and places.
 *
 * @example looksIn([['Area (ha)']], 'US') // [['Area (ac)']]
 */
export function looksIn(looks: string[][], countryISO: string): string[][] {
  const its = local[countryISO] ?? {}
  return looks.map((cells) => cells.map((cell) => its[cell] ?? cell))
}
