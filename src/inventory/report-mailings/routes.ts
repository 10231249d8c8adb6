import { read, write, type Operation } from '../../http/operation.ts'
import { Acknowledgement } from '../../http/validate/schema.ts'
import { acknowledge } from '../../http/write/acknowledge.ts'
import { message } from '../../words/catalogue.ts'
import { changeReportMailing, createReportMailing, deleteReportMailing } from './change-mailings.ts'
import { getReportMailing, listReportMailings, listReportReaders } from './queries.ts'
import {
  ReportMailing,
  ReportMailingBody,
  ReportMailingPage,
  ReportMailingParam,
  ReportMailingQuery,
  ReportReaderPage,
} from './schema.ts'

const example = {
  name: 'Losses of the week',
  report: { kind: 'losses', period: 'lastWeek' },
  every: 'week',
  day: 1,
  hour: 7,
  attachment: 'pdf',
  recipientIds: ['0198c0de-0000-7000-8000-000000000021'],
} as const satisfies ReportMailingBody

const how =
  'Its period is that of the moment at which it is due, and its figures are those of the book then. Each reader gets it in the language that they chose in the console, ' +
  'otherwise in your organisation’s. Whoever is suspended gets nothing, and whoever leaves your organisation is no reader of it any more.'

/** Reports that are mailed by themselves. */
export function reportMailingOperations({ sendsMail }: { sendsMail: boolean }): Operation[] {
  return [...reads(sendsMail), ...writes(sendsMail)]
}

function reads(sendsMail: boolean): Operation[] {
  return [
    read(
      {
        path: '/report-mailings',
        title: 'List mailed reports',
        description: `The reports that are mailed to members of your organisation, by name, each with its readers and what became of the last mail. ${how}`,
        permission: 'stock:read',
        query: ReportMailingQuery,
        result: ReportMailingPage,
      },
      (db, actor, { query }) => listReportMailings(db, actor, query, sendsMail),
    ),
    read(
      {
        path: '/report-mailings/readers',
        title: 'List who may be mailed a report',
        description: 'The active members of your organisation, by family name.',
        permission: 'reports:mail',
        query: ReportMailingQuery,
        result: ReportReaderPage,
      },
      (db, actor, { query }) => listReportReaders(db, actor, query),
    ),
    read(
      {
        path: '/report-mailings/:id',
        title: 'Retrieve a mailed report',
        description: 'One mailing, with its readers and what became of the last mail to each.',
        permission: 'stock:read',
        params: ReportMailingParam,
        result: ReportMailing,
        isResource: true,
      },
      (db, actor, { params }) => getReportMailing(db, actor, params.id, sendsMail),
    ),
  ]
}

function writes(sendsMail: boolean): Operation[] {
  return [
    write(
      {
        method: 'POST',
        path: '/report-mailings',
        title: 'Have a report mailed',
        description: `Mails a report each day, week or month at an hour on your organisation’s clock, as PDF, as a workbook or as a link. ${how} At most 100: in_use.`,
        permission: 'reports:mail',
        body: ReportMailingBody,
        result: ReportMailing,
        isResource: true,
        location: ({ id }) => `/api/inventory/report-mailings/${id}`,
        example,
      },
      async (trx, actor, { body }) =>
        getReportMailing(trx, actor, await createReportMailing(trx, actor, body), sendsMail),
    ),
    write(
      {
        method: 'PUT',
        path: '/report-mailings/:id',
        title: 'Change a mailed report',
        description:
          'Puts another report, time, form or readers in the place of those that it has. It is due next at its new time.',
        permission: 'reports:mail',
        params: ReportMailingParam,
        body: ReportMailingBody,
        result: ReportMailing,
        isResource: true,
        current: (trx, actor, { id }) => getReportMailing(trx, actor, id, sendsMail),
        example,
      },
      async (trx, actor, { params, body }) => {
        await changeReportMailing(trx, actor, params.id, body)
        return getReportMailing(trx, actor, params.id, sendsMail)
      },
    ),
    write(
      {
        method: 'DELETE',
        path: '/report-mailings/:id',
        title: 'Stop a mailed report',
        description: 'From now on nobody gets it; what is on its way is not sent any more.',
        permission: 'reports:mail',
        params: ReportMailingParam,
        result: Acknowledgement,
        current: (trx, actor, { id }) => getReportMailing(trx, actor, id, sendsMail),
      },
      async (trx, actor, { params }) => {
        await deleteReportMailing(trx, actor, params.id)
        return acknowledge(actor, message('mailingIsStopped', {}))
      },
    ),
  ]
}
