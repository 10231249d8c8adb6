import { factors } from './en/factors.ts'
import { fields } from './en/fields.ts'
import { requests } from './en/requests.ts'
import { access } from './en/access.ts'
import { system } from './en/system.ts'
import { background } from './en/background.ts'
import { commandLine } from './en/command-line.ts'
import { settings } from './en/settings.ts'
import { databases } from './en/databases.ts'
import { archives } from './en/archives.ts'
import { backups } from './en/backups.ts'
import { start } from './en/start.mjs'
import { commandHelp } from './en/command-help.ts'
import { referenceData } from './en/reference-data.ts'
import { mails } from './en/mails.ts'
import { outlines } from './en/outlines.ts'
import { searches } from './en/searches.ts'
import { stock } from './en/stock.ts'
import { columns } from './en/columns.ts'
import { timeline } from './en/timeline.ts'
import { edits } from './en/edits.ts'
import { outcomes } from './en/outcomes.ts'
import { positions } from './en/positions.ts'
import { reports } from './en/reports.ts'
import { records } from './en/records.ts'
import { holds } from './en/holds.ts'
import { loads } from './en/loads.ts'
import { places } from './en/places.ts'
import { harvest } from './en/harvest.ts'
import { imports } from './en/imports.ts'
import { loadSheets } from './en/load-sheets.ts'
import { files } from './en/files.ts'
import { tables } from './en/tables.ts'
import { stocktakes } from './en/stocktakes.ts'
import { periods } from './en/periods.ts'
import { counterparties } from './en/counterparties.ts'
import { peopleData } from './en/people-data.ts'
import { audit } from './en/audit.ts'
import { scim } from './en/scim.ts'
import { singleSignOn } from './en/single-sign-on.ts'
import { orders } from './en/orders.ts'
import { trade } from './en/trade.ts'
import { charges } from './en/charges.ts'
import { trades } from './en/trades.ts'
import { tradeImports } from './en/trade-imports.ts'

/** Sentences of the service in English; their parameters are those of the messages. */
export const en = {
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
