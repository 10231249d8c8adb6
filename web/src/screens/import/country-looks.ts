import type { Language } from '../../i18n/languages.ts'

/** Values for example files in a country, in place of the English ones. */
const british = {
  date: '14/08/2026 09:40',
  day: '14/08/2026',
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
  'Counted (t)': 'Counted (bu)',
  '127.9': '4700',
  'Net (t)': 'Net (lb)',
  '28.46': '52740',
  'Expected yield (t/ha)': 'Expected yield (bu/ac)',
  '9.1': '72',
  'Winter wheat': 'Hard red winter wheat',
  'Group 1': 'US No. 1',
  Skyfall: 'WB4303',
}

const local: Record<string, Record<string, string>> = {
  US: {
    ...american,
    [british.date]: '8/14/2026 9:40 AM',
    [british.day]: '8/14/2026',
    [british.town]: 'Salina',
  },
  CA: {
    'Area (ha)': 'Area (ac)',
    '12.5': '31.2',
    '4.5': '11.5',
    'Winter wheat': 'Spring wheat',
    'Group 1': 'No. 1 CWRS',
    Skyfall: 'AAC Brandon',
    [british.date]: '2026-08-14 9:40',
    [british.day]: '2026-08-14',
    [british.town]: 'Brandon',
  },
  AU: { 'Winter wheat': 'Wheat', 'Group 1': 'APW1', Skyfall: 'Scepter', [british.town]: 'Dubbo' },
  NZ: { [british.town]: 'Ashburton' },
  IE: { [british.town]: 'Athy' },
  DE: {
    [british.date]: '14.08.2026 09:40',
    [british.day]: '14.08.2026',
    [british.town]: 'Soest',
    'Group 1': 'A',
    Skyfall: 'Asory',
  },
  AT: {
    [british.date]: '14.08.2026 09:40',
    [british.day]: '14.08.2026',
    [british.town]: 'Tulln',
    'Group 1': 'A',
    Skyfall: 'Asory',
  },
  FR: {
    [british.date]: '14/08/2026 09:40',
    [british.town]: 'Chartres',
    'Group 1': 'BPS',
    Skyfall: 'Chevignon',
  },
}

/** Words in the examples, and their titles without units, as an empty table of the service has them. */
const said: Record<Language, Record<string, string> | undefined> = {
  de: {
    Store: 'Lager',
    Bay: 'Box',
    Commodity: 'Kultur',
    Capacity: 'Kapazität',
    'Harvest year': 'Erntejahr',
    Weight: 'Gewicht',
    Field: 'Schlag',
    Area: 'Fläche',
    Town: 'Ort',
    Variety: 'Sorte',
    'Expected yield': 'Erwarteter Ertrag',
    'New field': 'Neuer Schlag',
    Date: 'Datum',
    Ticket: 'Wiegeschein',
    Net: 'Netto',
    Counted: 'Gezählt',
    'Counted at': 'Gezählt am',
    'Counted by': 'Gezählt von',
    Moisture: 'Feuchte',
    Grade: 'Qualität',
    Wheat: 'Weizen',
    'Winter wheat': 'Winterweizen',
    'Long Barn': 'Lange Scheune',
    'Bay 1': 'Box 1',
    'Top Field': 'Oberfeld',
    Hill: 'Berg',
    'Hill East': 'Berg Ost',
  },
  fr: {
    Store: 'Stockage',
    Bay: 'Cellule',
    Commodity: 'Culture',
    Capacity: 'Capacité',
    'Harvest year': 'Année de récolte',
    Weight: 'Poids',
    Field: 'Parcelle',
    Area: 'Surface',
    Town: 'Commune',
    Variety: 'Variété',
    'Expected yield': 'Rendement attendu',
    'New field': 'Nouvelle parcelle',
    Ticket: 'Bon de pesée',
    Net: 'Poids net',
    Counted: 'Compté',
    'Counted at': 'Compté le',
    'Counted by': 'Compté par',
    Moisture: 'Humidité',
    Grade: 'Qualité',
    Wheat: 'Blé',
    'Winter wheat': 'Blé d’hiver',
    'Long Barn': 'Grand hangar',
    'Bay 1': 'Cellule 1',
    'Top Field': 'Champ du haut',
    Hill: 'Colline',
    'Hill East': 'Colline est',
  },
}

/**
 * The beginning of a file as a reader in the country has it: with their words, units, dates and places.
 *
 * @example looksIn([['Area (ha)']], 'US', 'en') // [['Area (ac)']]
 */
export function looksIn(looks: string[][], countryISO: string, language: Language): string[][] {
  const its = local[countryISO] ?? {}
  const words = said[language] ?? {}
  const inWords = (cell: string) => {
    const [, title = cell, unit = ''] = /^(.+?)( \(.+\))$/.exec(cell) ?? []
    return `${words[title] ?? title}${unit}`
  }
  return looks.map((cells) => cells.map((cell) => inWords(its[cell] ?? cell)))
}
