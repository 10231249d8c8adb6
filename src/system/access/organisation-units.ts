import Type from 'typebox'
import { closed, oneOf, orNull } from '../../http/validate/schema.ts'
import { METRIC, type Units } from '../../words/units.ts'
import { findCountry } from '../countries/countries.ts'

const unitFields = {
  scale: oneOf(['kg', 'lb'], 'Of tickets: readings, nets and lists of loads.'),
  stock: oneOf(
    ['t', 'kg', 'lb', 'short ton', 'bu'],
    'Of stock, room, contracts and yields. A bushel is one of a crop (`weight` of `GET /api/inventory/commodities`); what has none there, or is of several crops, is shown in short tons.',
  ),
  besides: orNull(oneOf(['bu'], 'What stands beside stock, where people think in both.')),
  area: oneOf(['ha', 'ac'], 'Of fields.'),
}
const UNITS =
  'The units in which its people read and type: on screens, on papers and in sentences. Every number of this API that has no unit beside it is kilograms or hectares, whatever they are.'
export const UnitsOfOrganisation = closed(unitFields, UNITS)
export const ChangesOfUnits = closed(
  {
    scale: Type.Optional(unitFields.scale),
    stock: Type.Optional(unitFields.stock),
    besides: Type.Optional(unitFields.besides),
    area: Type.Optional(unitFields.area),
  },
  `${UNITS} What is left out stays as it was.`,
)

/** The units with which an organisation of a country begins. */
export function unitsIn(countryISO: string): Units {
  const country = findCountry(countryISO)
  if (country?.units.capacity !== 'bushel') return METRIC
  // They read acres where they read bushels; a scale in pounds goes with stock in bushels alone.
  return country.weighbridgeWeight.name === 'lb'
    ? { scale: 'lb', stock: 'bu', besides: null, area: 'ac' }
    : { ...METRIC, besides: 'bu', area: 'ac' }
}

/** As they are stored: a constraint of the column holds that they are no others. */
export function unitsFrom(stored: unknown): Units {
  return { ...METRIC, ...(stored as Partial<Units>) }
}
