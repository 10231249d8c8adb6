import { date, figure, harvestYear, text, weight, type Row } from '../../../system/imports/imports.ts'
import { commodityColumns } from '../commodity-columns.ts'
import { cropWords, fieldWords, placeWords } from '../header-words.ts'
import { loadWords } from '../load-words.ts'
import { withTitles } from '../title-words.ts'

/** Measurements of loads, by the names that measures have (data/measures.json), with their units. */
export const measures = {
  moisture: { name: 'Moisture', unit: '%' },
  protein: { name: 'Protein', unit: '%' },
  specificWeight: { name: 'Specific weight', unit: 'kg/hl' },
  testWeight: { name: 'Test weight', unit: 'lb/bu' },
  fallingNumber: { name: 'Hagberg falling number', unit: 's' },
  admixture: { name: 'Admixture', unit: '%' },
  screenings: { name: 'Screenings', unit: '%' },
  nitrogen: { name: 'Nitrogen', unit: '%' },
  oil: { name: 'Oil', unit: '%' },
  temperature: { name: 'Temperature', unit: '°C' },
} as const

function measured(name: keyof typeof measures, title = measures[name].name as string) {
  const { unit } = measures[name]
  return figure(`${title} (${unit})`, unit, { aliases: loadWords[name] })
}

/** Columns of a weighbridge ticket or a line of a load sheet. */
export const loadColumns = withTitles({
  date: date('Date', { aliases: loadWords.date, isRequired: true }),
  time: text('Time', { aliases: loadWords.time }),
  ticket: text('Ticket', { aliases: cropWords.reference }),
  gross: weight('Gross (kg)', { aliases: loadWords.gross }),
  tare: weight('Tare (kg)', { aliases: loadWords.tare }),
  weight: weight('Net (kg)', { aliases: loadWords.net }),
  field: text('Field', { aliases: fieldWords.field }),
  store: text('Store', { aliases: [...placeWords.store, ...loadWords.store] }),
  bay: text('Bay', { aliases: [...placeWords.bay, ...loadWords.bay] }),
  toStore: text('To store', { aliases: loadWords.toStore }),
  toBay: text('To bay', { aliases: loadWords.toBay }),
  sender: text('Sender', { aliases: loadWords.sender }),
  senderId: text('Sender id', { aliases: loadWords.senderId }),
  receiver: text('Receiver', { aliases: loadWords.receiver }),
  receiverId: text('Receiver id', { aliases: loadWords.receiverId }),
  ...commodityColumns,
  commodity: text('Commodity', { aliases: cropWords.commodity }),
  harvestYear: harvestYear('Harvest year', { aliases: cropWords.harvestYear }),
  moisture: measured('moisture'),
  temperature: measured('temperature'),
  protein: measured('protein'),
  specificWeight: measured('specificWeight'),
  testWeight: measured('testWeight'),
  fallingNumber: measured('fallingNumber', 'Falling number'),
  admixture: measured('admixture'),
  screenings: measured('screenings'),
  nitrogen: measured('nitrogen'),
  oil: measured('oil'),
  vehicle: text('Lorry', { aliases: loadWords.vehicle }),
  driver: text('Driver', { aliases: loadWords.driver }),
  contract: text('Contract', { aliases: loadWords.contract }),
  order: text('Order', { aliases: loadWords.order }),
  sold: text('Sold', { aliases: loadWords.sold }),
  ownerId: text('Owner id', { aliases: ['Owner number', 'Grower id'] }),
  ownerName: text('Owner', {
    aliases: ['Owner name', 'Grower', 'Eigentümer', 'Einlagerer', 'Propriétaire', 'Déposant'],
  }),
  businessUnit: text('Business unit', { aliases: placeWords.businessUnit }),
})
export type LoadRow = Row<typeof loadColumns>
export type LoadValues = LoadRow['values']
