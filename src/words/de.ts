import type { Sentences } from './catalogue.ts'
import { factors } from './de/factors.ts'
import { fields } from './de/fields.ts'
import { requests } from './de/requests.ts'
import { access } from './de/access.ts'
import { system } from './de/system.ts'
import { background } from './de/background.ts'
import { commandLine } from './de/command-line.ts'
import { settings } from './de/settings.ts'
import { databases } from './de/databases.ts'
import { archives } from './de/archives.ts'
import { backups } from './de/backups.ts'
import { start } from './de/start.mjs'
import { commandHelp } from './de/command-help.ts'
import { referenceData } from './de/reference-data.ts'
import { mails } from './de/mails.ts'
import { outlines } from './de/outlines.ts'
import { searches } from './de/searches.ts'
import { stock } from './de/stock.ts'
import { columns } from './de/columns.ts'
import { timeline } from './de/timeline.ts'
import { edits } from './de/edits.ts'
import { outcomes } from './de/outcomes.ts'
import { positions } from './de/positions.ts'
import { reports } from './de/reports.ts'
import { records } from './de/records.ts'
import { holds } from './de/holds.ts'
import { loads } from './de/loads.ts'
import { places } from './de/places.ts'
import { harvest } from './de/harvest.ts'
import { imports } from './de/imports.ts'
import { loadSheets } from './de/load-sheets.ts'
import { files } from './de/files.ts'
import { tables } from './de/tables.ts'
import { stocktakes } from './de/stocktakes.ts'
import { periods } from './de/periods.ts'
import { counterparties } from './de/counterparties.ts'
import { peopleData } from './de/people-data.ts'
import { audit } from './de/audit.ts'
import { scim } from './de/scim.ts'
import { singleSignOn } from './de/single-sign-on.ts'
import { orders } from './de/orders.ts'
import { trade } from './de/trade.ts'
import { charges } from './de/charges.ts'
import { trades } from './de/trades.ts'
import { tradeImports } from './de/trade-imports.ts'

/** Sentences of the service in German. */
export const de: Sentences = {
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
