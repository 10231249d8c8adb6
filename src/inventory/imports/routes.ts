import type { Operation } from '../../http/operation.ts'
import { varietiesOperations, type VarietiesRoutes } from '../../system/commodities/varieties-routes.ts'
import {
  aliasOperations,
  importErrors,
  importOperations,
  importRuns,
  type SharedRoute,
} from '../../system/imports/imports.ts'
import { countsThatStand } from '../ledger/ledger.ts'
import { boundariesImport } from './boundaries.ts'
import { exportCrops, exportFields, exportStock, exportStores, exportYields } from './exports.ts'
import { fieldInventoryImport } from './field-inventory.ts'
import { fieldSplitsImport } from './field-splits.ts'
import { fieldYieldsImport } from './field-yields.ts'
import { countsImport } from './counts/counts.ts'
import { fieldsImport } from './fields.ts'
import { loadsImport } from './loads/loads.ts'
import { validateAliases } from './custom-aliases.ts'
import { storeInventoryImport } from './store-inventory.ts'
import { storesImport } from './stores.ts'
import { exportOrders, exportTrades } from './trades/export-trades.ts'
import { ordersImport } from './trades/orders.ts'
import { tradesImport } from './trades/trades.ts'
import { undoImportOperation } from './undo-import.ts'

/** Operations on past imports and their results. */
const runOperations: Operation[] = [
  ...importRuns,
  ...aliasOperations(validateAliases),
  undoImportOperation,
  importErrors,
]

/** Imports of tables, each with a template beside it and, where there is something to be sent back, an export. */
export function importsOperations(routes: VarietiesRoutes): Operation[] {
  const shared: SharedRoute = {
    permission: 'imports:write',
    incoming: routes.incoming,
    judgeAliases: validateAliases,
  }
  return [
    ...placeImports(shared),
    ...inventoryImports(shared),
    ...tradeImportsOperations(shared),
    ...varietiesOperations('/imports/varieties', routes),
    ...runOperations,
  ]
}

/** Fields and stores, and what is split or expected of fields. */
function placeImports(shared: SharedRoute): Operation[] {
  return [
    ...importOperations({
      ...shared,
      kind: fieldsImport,
      path: '/imports/fields',
      title: 'Import a batch of fields',
      description: 'Makes a field of each row. A field of the same name stays as it is.',
      what: 'fields',
      exportRows: exportFields,
    }),
    ...importOperations({
      ...shared,
      kind: storesImport,
      path: '/imports/stores',
      title: 'Import a batch of stores',
      description:
        'Makes stores, their bays, and the capacity of each bay for a commodity: one row for each bay and commodity. What is there already ' +
        'stays as it is, and what is missing is added.',
      what: 'stores',
      exportRows: exportStores,
    }),
    ...importOperations({
      ...shared,
      kind: fieldSplitsImport,
      path: '/imports/field-splits',
      title: 'Split a field into multiple fields (file form)',
      description:
        'Each row splits a new field off the one that it names, which keeps the rest; standing crops are shared out by hectares. If there is a ' +
        'field with the new name and area, the row counts as done before.',
      what: 'field splits',
    }),
    ...importOperations({
      ...shared,
      kind: fieldYieldsImport,
      path: '/imports/field-yields',
      title: 'Fix field yields',
      description:
        'Sets the expected yield of crops; their harvest plans follow. A row names the field, and as much of the crop as is needed ' +
        'to tell it from others.',
      what: 'field yields',
      exportRows: exportYields,
    }),
  ]
}

/** Stock, crops and loads. */
function inventoryImports(shared: SharedRoute): Operation[] {
  return [
    ...importOperations({
      ...shared,
      kind: { ...storeInventoryImport, countsThatStand },
      path: '/imports/inventory/stores',
      title: 'Import a batch of existing inventory into storage locations',
      description:
        'Enters the stock that lies in bays. Stock joins its like, as when it is entered by hand; rows that are the same in everything count as one.',
      what: 'inventory in stores',
      exportRows: exportStock,
    }),
    ...importOperations({
      ...shared,
      kind: fieldInventoryImport,
      path: '/imports/inventory/fields',
      title: 'Import a batch of existing inventory into field locations',
      description:
        'Enters the crops that stand in fields, each in its harvest plan. A crop with the same field, commodity, type, variety and harvest year counts ' +
        'as there already.',
      what: 'inventory in fields',
      exportRows: exportCrops,
    }),
    ...boundariesOperations(shared),
    ...importOperations({
      ...shared,
      kind: { ...loadsImport, countsThatStand },
      path: '/imports/inventory/loads',
      title: 'Import a batch of loads',
      description:
        'Enters weighbridge tickets and load sheets: intakes, loads off fields, loads between bays and loads that leave, in the order of time, each ' +
        'as when it is entered by hand. A row is what it names: a field, a sender, a receiver, another store. A ticket is never entered twice.',
      what: 'loads',
    }),
    ...importOperations({
      ...shared,
      kind: { ...countsImport, countsThatStand },
      path: '/imports/inventory/counts',
      title: 'Import what was counted in bays',
      description:
        'Enters a count sheet, a row for each bay: into the open stock-take that `stocktakeId` names, or as dated counts of what lies in the bays. A row that is above the ' +
        'tolerance of the stock-take says so, and one whose bay is not in it is refused.',
      what: 'counts of bays',
    }),
  ]
}

/** Contracts to buy and to sell, and orders. */
function tradeImportsOperations(shared: SharedRoute): Operation[] {
  return [
    ...importOperations({
      ...shared,
      kind: tradesImport,
      path: '/imports/trades',
      title: 'Import a batch of contracts to buy and to sell',
      description:
        'Enters contracts, each as by hand: a row for each window, or one for a contract without any. A contract with the same number is there already; ' +
        'with `update=true` it is corrected. Limits, allowances and files are not in the table, and stay as they are.',
      what: 'contracts to buy and to sell',
      exportRows: exportTrades,
    }),
    ...importOperations({
      ...shared,
      kind: ordersImport,
      path: '/imports/orders',
      title: 'Import a batch of orders',
      description:
        'Enters orders, a row for each, as by hand: call-offs of a contract that the row names by its number, or alone. An order with the same number is ' +
        'there already; with `update=true` it is corrected.',
      what: 'orders',
      exportRows: exportOrders,
    }),
  ]
}

/** Maps, and no tables: so without a template. */
function boundariesOperations(shared: SharedRoute): Operation[] {
  return importOperations({
    ...shared,
    kind: boundariesImport,
    path: '/imports/inventory/boundaries',
    title: 'Import the boundaries of fields from a map',
    description:
      'Gives fields their outlines, by name: a file of GeoJSON, KML or KMZ, or shapefiles in a ZIP archive, instead of a table. A field without an area ' +
      'or a position gets that of its outline; where it has one it stays, and the row says what differs. With `create=fields` a shape whose field is not ' +
      'there makes one; with `update=true` another boundary is replaced.',
    what: 'boundaries of fields',
  })
}
