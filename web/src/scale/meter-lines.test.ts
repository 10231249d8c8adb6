import { expect, test } from 'vitest'
import { heardOfMeter, unheardMeter, type MeterMake } from './meter-lines.ts'

// The ticket of a GAC 500XT is that of a public program that pretends to be one (GACSimulator.cpp, found on GitHub); the GAC 2100 prints 20 columns
// too (operator's manual 11001-1688, "PRN20"), and no example of it is public. All other lines are constructed: neither FOSS nor Perten
// publishes a format, since both send what is set on the instrument.

const GAC = [
  'DICKEY-john Corp.',
  '    GAC 500XT',
  'S/N: 50960',
  'Wheat SRW',
  '070327N',
  'Moist.:',
  '    12.5 %',
  'TW:',
  '    60.5 lb/Bu',
  'Temp.:',
  '    101.3 F',
  '=================',
]

const heard = (lines: string[], make: MeterMake, everyMs = 100) => {
  const all = lines.reduce(
    (before, line, index) => heardOfMeter(before, line, make, 60_000 + index * everyMs),
    unheardMeter,
  )
  return all.values.map(({ name, value, unit }) => `${name} = ${value}${unit === '' ? '' : ` ${unit}`}`)
}

test.each<[string, MeterMake, string[], string[]]>([
  ['one value', 'generic', ['Moisture 14.2 %'], ['Moisture = 14.2 %']],
  ['a colon, a decimal comma', 'generic', ['Feuchte: 14,2 %'], ['Feuchte = 14.2 %']],
  ['no unit', 'generic', ['H2O=14.2', 'Fallzahl 287'], ['H2O = 14.2', 'Fallzahl = 287']],
  [
    'several in one line',
    'generic',
    ['Moisture 14.2 % Protein 12.1 % Specific weight 76.4 kg/hl'],
    ['Moisture = 14.2 %', 'Protein = 12.1 %', 'Specific weight = 76.4 kg/hl'],
  ],
  [
    'several with signs between them',
    'generic',
    ['Humidité: 14,2 %; Protéines: 12,1 %; PS: 76,4 kg/hl'],
    ['Humidité = 14.2 %', 'Protéines = 12.1 %', 'PS = 76.4 kg/hl'],
  ],
  [
    'a line for each',
    'generic',
    ['Moisture 14.2 %', 'Protein 12.1 %'],
    ['Moisture = 14.2 %', 'Protein = 12.1 %'],
  ],
  [
    'a head with date, time and number is no value',
    'generic',
    ['Infratec  14.08.2026 14:32', 'Sample: WW-17/3', 'Moisture 14.2 %'],
    ['Moisture = 14.2 %'],
  ],
  [
    'names before the values',
    'generic',
    [
      'Date;Time;Product;Moisture (%);Protein (%);Test weight [kg/hl]',
      '14.08.2026;14:32;Wheat;14,2;12,1;76,4',
    ],
    ['Moisture = 14.2 %', 'Protein = 12.1 %', 'Test weight = 76.4 kg/hl'],
  ],
  [
    'names before the values, with commas',
    'generic',
    ['Product,Moisture,Protein', 'Wheat,14.2,12.1'],
    ['Moisture = 14.2', 'Protein = 12.1'],
  ],
  [
    'names once, then a line for each sample',
    'generic',
    ['Product,Moisture,Protein', 'Wheat,14.2,12.1', 'Wheat,15.0,11.8'],
    ['Moisture = 15.0', 'Protein = 11.8'],
  ],
  [
    'the next sample',
    'generic',
    ['Moisture 14.2 %', 'Protein 12.1 %', 'Moisture 15.0 %'],
    ['Moisture = 15.0 %'],
  ],
  ['nothing', 'generic', ['READY', '', '----------'], []],
  ['a GAC', 'dickey-john', GAC, ['Moist. = 12.5 %', 'TW = 60.5 lb/Bu', 'Temp. = 101.3 F']],
  [
    'a GAC, with the value beside',
    'dickey-john',
    ['Moist.: 12.5 %', 'TW: 60.5 lb/Bu'],
    ['Moist. = 12.5 %', 'TW = 60.5 lb/Bu'],
  ],
  ['a value that nobody has named', 'dickey-john', ['12.5 %'], []],
])('%s', (_what, make, lines, expected) => {
  expect(heard(lines, make)).toEqual(expected)
})

test('what comes much later is of another sample', () => {
  expect(heard(['Moisture 14.2 %', 'Protein 12.1 %'], 'generic', 11_000)).toEqual(['Protein = 12.1 %'])
})
