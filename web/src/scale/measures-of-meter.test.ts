import { expect, test } from 'vitest'
import { measuredByMeter, offerOfMeter } from './measures-of-meter.ts'

const measures = [
  { name: 'Moisture', unit: '%' },
  { name: 'Protein', label: 'Eiweißgehalt', unit: '%' },
  { name: 'Specific weight', unit: 'kg/hl' },
  { name: 'Hagberg falling number', unit: 's' },
  { name: 'Screenings', label: 'Kleinkorn', unit: '%' },
]

test.each<[name: string, value: string, unit: string, of: string | undefined, figure: string | undefined]>([
  ['Moisture', '14.2', '%', 'Moisture', '14.2'],
  ['Moist.', '12.5', '%', 'Moisture', '12.5'],
  ['H2O', '14.2', '', 'Moisture', '14.2'],
  ['Feuchte', '14.2', '%', 'Moisture', '14.2'],
  ['Humidité', '14.2', '%', 'Moisture', '14.2'],
  ['Prot', '12.1', '%', 'Protein', '12.1'],
  ['Eiweiß', '12.1', '%', 'Protein', '12.1'],
  ['Protéines', '12.1', '%', 'Protein', '12.1'],
  ['Test weight', '76.4', 'kg/hl', 'Specific weight', '76.4'],
  ['TW', '60.5', 'lb/Bu', 'Specific weight', '77.9'],
  ['HL-Gewicht', '764', 'g/l', 'Specific weight', '76.4'],
  ['PS', '76.4', '', 'Specific weight', '76.4'],
  ['Fallzahl', '287', 's', 'Hagberg falling number', '287'],
  ['Kleinkorn', '2.1', '%', 'Screenings', '2.1'],
  ['Screenings', '2.1', '%', 'Screenings', '2.1'],
  ['Temp.', '21.5', '°C', undefined, undefined],
  ['Moisture', '14.2', 'kg/hl', undefined, undefined],
  ['Moisture', '-0.4', '%', undefined, undefined],
  ['Sample', '17', '', undefined, undefined],
])('“%s %s %s” is of %s: %s', (name, value, unit, of, figure) => {
  expect([...measuredByMeter([{ name, value, unit }], measures)]).toEqual(
    of === undefined ? [] : [[of, figure]],
  )
})

test.each<[measure: string, unit: string, value: string, sent: string, figure: string]>([
  ['Test weight', 'lb/bu', '77.9', 'kg/hl', '60.5'],
  ['Temperature', '°C', '101.3', 'F', '38.5'],
  ['Temperature', '°F', '20', '°C', '68'],
])('%s in %s is read of %s %s: %s', (name, unit, value, sent, figure) => {
  expect(measuredByMeter([{ name, value, unit: sent }], [{ name, unit }]).get(name)).toBe(figure)
})

test('what is typed is not taken for empty, and the same figure differs in nothing', () => {
  const found = new Map([
    ['Moisture', '14.2'],
    ['Protein', '12.1'],
    ['Specific weight', '76.4'],
  ])
  const { fills, differs } = offerOfMeter(found, { Moisture: '14,20', Protein: '12', 'Specific weight': ' ' })
  expect([[...fills], [...differs]]).toEqual([[['Specific weight', '76.4']], [['Protein', '12.1']]])
})
