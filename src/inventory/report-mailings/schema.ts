import Type, { type Static } from 'typebox'
import {
  closed,
  described,
  idParam,
  named,
  oneOf,
  orNull,
  Page,
  PageOf,
  PathId,
} from '../../http/validate/schema.ts'
import { reportPeriods } from '../reports/period-rules.ts'
import { ReportQuery } from '../reports/schema.ts'
import { mailingRhythms } from './rules.ts'

/** The wire shapes of reports that are mailed. */

const { kind, withYearBefore, commodityId, storageId, partnerId } = ReportQuery.properties

/** Periods that are others each time. */
const movingPeriods = reportPeriods.filter((each) => each !== 'dates')

export const MailedReport = closed({
  kind,
  period: oneOf(movingPeriods, 'The period as it is when the mail is sent. A season is of a harvest year.'),
  withYearBefore,
  commodityId,
  storageId,
  partnerId,
})
export type MailedReport = Static<typeof MailedReport>

const attachments = ['pdf', 'xlsx', 'none'] as const

const said = {
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', description: 'Its subject.' }),
  report: described(MailedReport, 'The report that is mailed.'),
  every: oneOf(mailingRhythms, 'day: each day. week and month: on one day of it.'),
  hour: Type.Integer({ minimum: 0, maximum: 23, description: 'On your organisation’s clock.' }),
  attachment: oneOf(attachments, 'none: the mail has the link to the report alone.'),
}
const day = Type.Integer({
  minimum: 1,
  maximum: 31,
  description:
    'Of a week from 1, Monday, to 7; of a month its day, or the last one of a month that has no such day. Each day has none.',
})

/** As many as read one report in a large merchant's house. */
const MOST_RECIPIENTS = 50

export const ReportMailingBody = closed({
  ...said,
  day: Type.Optional(orNull(day)),
  recipientIds: Type.Array(described(PathId, 'A member of your organisation.'), {
    minItems: 1,
    maxItems: MOST_RECIPIENTS,
    description: 'The readers, by id.',
  }),
})
export type ReportMailingBody = Static<typeof ReportMailingBody>

const Recipient = closed({
  id: Type.String(),
  name: Type.String(),
  isActive: Type.Boolean({ description: 'False for whoever is suspended, and gets nothing meanwhile.' }),
  last: orNull(
    closed(
      {
        status: oneOf(['queued', 'sent', 'failed'], 'queued: on its way, or to be tried again.'),
        dueAtUTC: Type.String(),
        settledAtUTC: Type.String({ description: 'When it was sent or given up; otherwise empty.' }),
        problem: Type.String({ description: 'Why the last attempt failed, in words.' }),
      },
      'The last one that was due; null before the first.',
    ),
  ),
})

export const ReportMailing = named('ReportMailing', {
  id: Type.String(),
  ...said,
  day: orNull(day),
  nextDueAtUTC: Type.String(),
  recipients: Type.Array(Recipient, {
    description: 'By name. Those who left your organisation are not among them.',
  }),
  isSentOut: Type.Boolean({
    description: 'False where this installation has no mail server: mails are files then, which nobody gets.',
  }),
  createdBy: Type.String(),
  createdAtUTC: Type.String(),
})
export type ReportMailing = Static<typeof ReportMailing>

export const ReportMailingPage = PageOf(ReportMailing)
export type ReportMailingPage = Static<typeof ReportMailingPage>
export const ReportMailingQuery = closed(Page)
export type ReportMailingQuery = Static<typeof ReportMailingQuery>
export const ReportMailingParam = idParam('The mailing, by id.')

export const ReportReaderPage = PageOf(
  closed({
    id: Type.String(),
    name: Type.String({
      description: 'Given name and family name, or the e-mail of whoever has given none.',
    }),
  }),
)
export type ReportReaderPage = Static<typeof ReportReaderPage>
