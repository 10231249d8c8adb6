import { factors } from './en/factors.ts'
import { fields } from './en/fields.ts'
import { requests } from './en/requests.ts'
import { access } from './en/access.ts'
import { system } from './en/system.ts'
import { background } from './en/background.ts'
import { commandLine } from './en/command-line.ts'
import { mails } from './en/mails.ts'
import { outlines } from './en/outlines.ts'
import { searches } from './en/searches.ts'
import { stock } from './en/stock.ts'
import { columns } from './en/columns.ts'
import { timeline } from './en/timeline.ts'
import { edits } from './en/edits.ts'
import { outcomes } from './en/outcomes.ts'
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
import { audit } from './en/audit.ts'
import { trade } from './en/trade.ts'

/** Sentences of the service in English; their parameters are those of the messages. */
export const en = {
  ...fields,
  ...requests,
  ...access,
  ...factors,
  ...system,
  ...background,
  ...commandLine,
  ...mails,
  ...outlines,
  ...searches,
  ...stock,
  ...columns,
  ...timeline,
  ...edits,
  ...outcomes,
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
  ...trade,
  ...periods,
  ...counterparties,
  ...audit,
}
