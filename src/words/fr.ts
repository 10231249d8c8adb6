import type { Sentences } from './catalogue.ts'
import { factors } from './fr/factors.ts'
import { fields } from './fr/fields.ts'
import { requests } from './fr/requests.ts'
import { access } from './fr/access.ts'
import { system } from './fr/system.ts'
import { background } from './fr/background.ts'
import { commandLine } from './fr/command-line.ts'
import { settings } from './fr/settings.ts'
import { databases } from './fr/databases.ts'
import { archives } from './fr/archives.ts'
import { backups } from './fr/backups.ts'
import { start } from './fr/start.mjs'
import { commandHelp } from './fr/command-help.ts'
import { referenceData } from './fr/reference-data.ts'
import { mails } from './fr/mails.ts'
import { outlines } from './fr/outlines.ts'
import { searches } from './fr/searches.ts'
import { stock } from './fr/stock.ts'
import { columns } from './fr/columns.ts'
import { timeline } from './fr/timeline.ts'
import { edits } from './fr/edits.ts'
import { outcomes } from './fr/outcomes.ts'
import { positions } from './fr/positions.ts'
import { reports } from './fr/reports.ts'
import { records } from './fr/records.ts'
import { holds } from './fr/holds.ts'
import { loads } from './fr/loads.ts'
import { places } from './fr/places.ts'
import { harvest } from './fr/harvest.ts'
import { imports } from './fr/imports.ts'
import { loadSheets } from './fr/load-sheets.ts'
import { files } from './fr/files.ts'
import { tables } from './fr/tables.ts'
import { stocktakes } from './fr/stocktakes.ts'
import { periods } from './fr/periods.ts'
import { counterparties } from './fr/counterparties.ts'
import { peopleData } from './fr/people-data.ts'
import { audit } from './fr/audit.ts'
import { scim } from './fr/scim.ts'
import { singleSignOn } from './fr/single-sign-on.ts'
import { orders } from './fr/orders.ts'
import { trade } from './fr/trade.ts'
import { charges } from './fr/charges.ts'
import { trades } from './fr/trades.ts'
import { tradeImports } from './fr/trade-imports.ts'

/** Sentences of the service in French. */
export const fr: Sentences = {
  ...fields,
  ...requests,
  ...access,
  ...factors,
  ...system,
  ...background,
  ...commandLine,
  ...commandHelp,
  ...start,
  ...settings,
  ...databases,
  ...archives,
  ...backups,
  ...referenceData,
  ...mails,
  ...outlines,
  ...searches,
  ...stock,
  ...columns,
  ...timeline,
  ...edits,
  ...outcomes,
  ...positions,
  ...reports,
  ...records,
  ...holds,
  ...loads,
  ...places,
  ...harvest,
  ...imports,
  ...loadSheets,
  ...files,
  ...tables,
  ...stocktakes,
  ...orders,
  ...trade,
  ...trades,
  ...tradeImports,
  ...charges,
  ...periods,
  ...counterparties,
  ...peopleData,
  ...audit,
  ...scim,
  ...singleSignOn,
}
