import Type, { type Static, type TSchema } from 'typebox'
import { closed, described, named, oneOf, Text, orNull } from '../../http/validate/schema.ts'

/** The wire shapes of places. */

/** The lines of an address, each of the same shape beside what it means. */
export function addressToWire<Line extends TSchema>(line: (description: string) => Line) {
  return closed({
    name: line('What the place is called, such as Hill Farm.'),
    line1: line('House and street.'),
    line2: line('A second line, where there is one.'),
    line3: line('A third line, where there is one.'),
    city: line('Town or village.'),
    region: line('County, state or other part of the country, by name.'),
    regionISO: line('The ISO 3166-2 code of the region, such as GB-NFK.'),
    postcode: line('Postcode.'),
    countryName: line('Country, by name.'),
    countryISO: line('The country’s two-letter code, such as GB.'),
  })
}

export const Address = addressToWire((description) => described(Text, description))
export type Address = Static<typeof Address>

/** An address of which nothing is known. */
export const emptyAddress: Address = {
  name: '',
  line1: '',
  line2: '',
  line3: '',
  city: '',
  region: '',
  regionISO: '',
  postcode: '',
  countryName: '',
  countryISO: '',
}

export const Location = named(
  'Location',
  {
    threeWords: Text,
    address: Address,
    coordinates: orNull(closed({ lat: Type.Number(), lon: Type.Number() })),
    timeZone: Type.Optional(
      Type.String({
        description: 'The time zone there; only where a place is looked up and has coordinates.',
        examples: ['Europe/London'],
      }),
    ),
  },
  'Where it is. What is not known is an empty string; coordinates that are not known are null.',
)
export type Location = Static<typeof Location>

/** The outline of a field. */
export const BoundarySchema = named(
  'Boundary',
  {
    type: oneOf(['MultiPolygon'], 'A field of one part has it too.'),
    coordinates: Type.Array(
      Type.Array(
        Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), {
          description: 'A ring: longitudes and latitudes, the last as the first.',
        }),
        { description: 'An outer ring, counter-clockwise, and its holes, clockwise.' },
      ),
      { description: 'The parts of the field.' },
    ),
  },
  'An outline as GeoJSON (RFC 7946): degrees east and north, WGS 84, to seven decimals; at most 10,000 points.',
)

/** A location about which nothing is known. */
export const nowhere: Location = {
  threeWords: '',
  address: emptyAddress,
  coordinates: null,
}

export const AddressSearchResult = named('AddressSearchResult', {
  id: Type.String({
    description:
      'Give it to the look-up of the address, or, for a container, to this search to see what it holds.',
  }),
  type: oneOf(['country', 'region', 'district', 'place', 'postcode', 'street', 'address'], 'What it is.'),
  text: Type.String({ examples: ['Harpenden'] }),
  description: Type.String({ description: 'Where it lies.', examples: ['Hertfordshire, United Kingdom'] }),
  source: Type.String({ description: 'Who answered.', examples: ['geonames'] }),
  isContainer: Type.Boolean({
    description: 'True for what holds others: give its id as `id` to this operation.',
  }),
  isExact: Type.Optional(
    Type.Boolean({
      description: 'False if the name is only like what was asked for. Left out by some providers.',
    }),
  ),
})
export type AddressSearchResult = Static<typeof AddressSearchResult>

/** Nobody types more, and what is not typed is not looked for. */
const MAX_QUERY = 200

export const ThreeWordsQuery = closed({
  query: Type.String({
    minLength: 1,
    maxLength: MAX_QUERY,
    description: 'Three words, however they are set apart; with dots, a what3words address.',
    examples: ['formulism-unitive-alpaca'],
  }),
})

export const AddressQuery = closed({
  id: Type.String({ minLength: 1, maxLength: MAX_QUERY, description: 'Of a search result.' }),
  source: Type.Optional(
    Type.String({ maxLength: 50, description: 'Of the same search result; the id alone will do.' }),
  ),
})

export const AddressSearchQuery = closed({
  query: Type.Optional(
    Type.String({
      maxLength: MAX_QUERY,
      description:
        'A name, perhaps with what it lies in after a comma; a postcode; or the beginning of either.',
      examples: ['Harpenden, Hertfordshire'],
    }),
  ),
  id: Type.Optional(
    Type.String({
      maxLength: MAX_QUERY,
      description:
        'The id of a container from an earlier answer: searches only in there, or lists what it holds.',
    }),
  ),
  countryISO: Type.Optional(
    Type.String({
      pattern: '^([A-Za-z]{2})?$',
      description: 'Two letters; looks only in this country. Alone, it lists its regions.',
      examples: ['GB'],
    }),
  ),
})
export type AddressSearchQuery = Static<typeof AddressSearchQuery>

export const CoordinatesQuery = closed({
  lat: Type.Number({ minimum: -90, maximum: 90, description: 'Degrees north, WGS 84.', examples: [51.8094] }),
  lon: Type.Number({
    minimum: -180,
    maximum: 180,
    description: 'Degrees east, WGS 84.',
    examples: [-0.3564],
  }),
})
