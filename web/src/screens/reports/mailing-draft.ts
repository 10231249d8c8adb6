import type { Operations, ReportMailing } from '../../api/operations.ts'
import { reportAskedBy, type ReportAddress } from './asked.ts'

/** A mailing as the service takes it. */
export type MailingBody = Operations['POST /api/inventory/report-mailings']['body']
type MailedReport = MailingBody['report']

export const rhythms = ['day', 'week', 'month'] as const satisfies readonly MailingBody['every'][]
export const attachments = ['pdf', 'xlsx', 'none'] as const satisfies readonly MailingBody['attachment'][]

/** A mailing as it is typed. */
export interface MailingDraft {
  name: string
  every: MailingBody['every']
  /** Of the week from 1 for Monday, or of the month. */
  day: number
  hour: number
  attachment: MailingBody['attachment']
  recipientIds: string[]
}

/** A new mailing: Mondays at seven, to whoever makes it. */
export const blankMailing = (name: string, userId: string): MailingDraft => ({
  name,
  every: 'week',
  day: 1,
  hour: 7,
  attachment: 'pdf',
  recipientIds: [userId],
})

export const draftOfMailing = ({
  name,
  every,
  day,
  hour,
  attachment,
  recipients,
}: ReportMailing): MailingDraft => ({
  name,
  every,
  day: day ?? 1,
  hour,
  attachment,
  recipientIds: recipients.map(({ id }) => id),
})

/**
 * The report that would be mailed; undefined where its days stand still, and the same days would come each time.
 *
 * @example mailedReportOf(readAddress({ kind: 'losses', period: 'lastWeek' })) // { kind: 'losses', period: 'lastWeek' }
 */
export function mailedReportOf(address: ReportAddress): MailedReport | undefined {
  const asked = reportAskedBy(address)
  if (!asked) return undefined
  const { from: _from, to: _to, harvestYear: _year, period = 'thisHarvestYear', ...rest } = asked
  return period === 'dates' ? undefined : { ...rest, period }
}

/** The draft as the service takes it: each day has no day. */
export const bodyOfMailing = (report: MailedReport, draft: MailingDraft): MailingBody => ({
  name: draft.name.trim(),
  report,
  every: draft.every,
  ...(draft.every !== 'day' && { day: draft.every === 'week' ? Math.min(draft.day, 7) : draft.day }),
  hour: draft.hour,
  attachment: draft.attachment,
  recipientIds: draft.recipientIds,
})
