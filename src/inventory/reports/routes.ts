import { read, type Operation } from '../../http/operation.ts'
import { tableFor } from '../table-for.ts'
import { readReport, reportTable } from './queries.ts'
import { reportPaper } from './report-paper.ts'
import { Report, ReportTableQuery } from './schema.ts'

/** Reports: what there was and what moved, added up for whoever answers for it. */
export const reportOperations: Operation[] = [
  read(
    {
      path: '/reports',
      title: 'Read a report',
      description:
        'Rows with subtotals and a total: a season by variety and field, deliveries by contract and order, stock by owner, losses by reason and who bears them, hauliers and lorries, and the quality of what ' +
        'suppliers brought; where asked for beside the same days a year before. Reckoned from the book as it is now, so a late ticket corrects it; what is planned is not counted. A lorry that was shared out counts as a load in ' +
        'each of its rows. The daily register is `GET /register`, what may still be sold `GET /trades/position`. As CSV a row of each row and year, without totals; as PDF the table with its subtotals, in your language and units. Kilograms, hectares.',
      permission: 'stock:read',
      fromReplica: true,
      query: ReportTableQuery,
      result: Report,
      table: (db, actor, { query }) => tableFor(reportTable(db, actor, query), actor),
      paper: (db, actor, { query, language }) => reportPaper(db, actor, query, language),
    },
    (db, actor, { query }) => readReport(db, actor, query),
  ),
]
