import { date, figure, harvestYear, list, text, weight, type Row } from '../../../system/imports/imports.ts'
import { commodityColumns } from '../commodity-columns.ts'
import { cropWords, placeWords } from '../header-words.ts'
import { withTitles } from '../title-words.ts'

/** Columns of contracts to buy and to sell, and of orders. Their lists, saved as a table, have these names as well. */

const partnerColumns = {
  partner: text('Partner', {
    aliases: [
      'Partner name',
      'Counterparty',
      'Customer',
      'Supplier',
      'Buyer',
      'Seller',
      'Kunde',
      'Lieferant',
      'Client',
      'Fournisseur',
    ],
  }),
  partnerId: text('Partner id', {
    aliases: ['Customer number', 'Supplier number', 'Kundennummer', 'Partnernummer', 'N° de client'],
  }),
}

const kindWords = { aliases: ['Kind', 'Direction', 'Buy or sell', 'tradeKind', 'Richtung', 'Sens'] }
const ourNumber = ['Our number', 'Our reference', 'Unsere Nummer', 'Notre numéro']
const theirNumber = ['partnerReference', 'Their number', 'Ihre Nummer', 'Leur numéro', 'Leur référence']
const from = { aliases: ['startDate', 'Start', 'Begin', 'Von', 'Ab', 'Du'] }
const to = { aliases: ['endDate', 'End', 'Until', 'Bis', 'Au'] }

/** A row for each window of a contract, or for the contract where it has none. */
export const tradeFileColumns = withTitles({
  kind: text('Purchase or sale', { ...kindWords, isRequired: true }),
  status: text('Status', { aliases: ['State'] }),
  reference: text('Reference', {
    aliases: [
      ...ourNumber,
      'Contract',
      'Contract no',
      'Contract number',
      'Kontrakt',
      'Kontraktnummer',
      'Contrat',
      'N° de contrat',
    ],
  }),
  partnerReference: text('Their reference', { aliases: theirNumber }),
  ...partnerColumns,
  ...commodityColumns,
  type: text('Type', { aliases: [...cropWords.type, 'commodityType', 'Art des Getreides'] }),
  variety: list('Variety', { aliases: [...cropWords.variety, 'Varieties', 'Sorten', 'Variétés'] }),
  harvestYear: harvestYear('Harvest year', { aliases: cropWords.harvestYear }),
  weight: weight('Weight (t)', {
    aliases: [
      ...cropWords.weight.filter((word) => word !== 'Stock' && word !== 'Bestand'),
      'Contract weight',
    ],
  }),
  tolerance: figure('Tolerance (%)', '%', { aliases: ['tolerancePercentage'] }),
  toleranceOption: text('Tolerance option', { aliases: ['Option'] }),
  from: date('From', from),
  to: date('To', to),
  windowWeight: weight('Window weight (t)', { aliases: ['Window', 'Zeitraum', 'Période'] }),
  delivery: text('Delivery', { aliases: ['Delivery terms', 'Terms', 'Lieferbedingung'] }),
  store: text('Store', { aliases: placeWords.store }),
  weightFinal: text('Final weight', { aliases: ['Weight final at'] }),
  qualityFinal: text('Final quality', { aliases: ['Quality final at'] }),
  priceKind: text('Price kind', { aliases: ['priceKind'] }),
  price: text('Price'),
  currency: text('Currency'),
  priceUnit: text('Price unit', { aliases: ['priceUnit', 'Price per'] }),
  notes: text('Notes', { aliases: ['Note', 'Remarks', 'Bemerkung', 'Remarques'] }),
  trade: text('Contract id', { aliases: ['id'] }),
})
export type TradeRow = Row<typeof tradeFileColumns>

/** A row for each order. */
export const orderFileColumns = withTitles({
  reference: text('Reference', {
    aliases: [...ourNumber, 'Order', 'Order no', 'Auftrag', 'Auftragsnummer', 'Ordre'],
  }),
  partnerReference: text('Their reference', { aliases: theirNumber }),
  status: text('Status', { aliases: ['State'] }),
  trade: text('Contract reference', { aliases: ['trade', 'Contract', 'Contract no', 'Kontrakt', 'Contrat'] }),
  kind: text('Purchase or sale', kindWords),
  ...partnerColumns,
  commodity: text('Commodity', { aliases: cropWords.commodity }),
  type: text('Type', { aliases: [...cropWords.type, 'commodityType', 'Art des Getreides'] }),
  weight: weight('Weight (t)', {
    aliases: cropWords.weight.filter((word) => word !== 'Stock' && word !== 'Bestand'),
  }),
  loads: text('Loads', {
    aliases: ['loadsOrdered', 'Lorries ordered', 'Fuhren bestellt', 'Chargements commandés'],
  }),
  from: date('From', from),
  to: date('To', to),
  haulier: text('Haulier', { aliases: ['Carrier', 'Spediteur'] }),
  vehicles: list('Lorries', { aliases: ['Vehicles', 'Fahrzeuge'] }),
  store: text('Store', { aliases: placeWords.store }),
  bays: list('Bays', { aliases: [...placeWords.bay, 'Bay'] }),
  address: text('Address', { aliases: ['Adresse', 'Place'] }),
  openingHours: text('Opening hours'),
  instructions: text('Instructions', { aliases: ['Remarks', 'Hinweise', 'Remarques'] }),
  order: text('Order id', { aliases: ['id'] }),
})
export type OrderFileRow = Row<typeof orderFileColumns>
