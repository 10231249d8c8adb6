import { sql, type Kysely } from 'kysely'
import { buffer } from 'node:stream/consumers'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { PAPER_TYPE } from '../../http/paper.ts'
import { tableTypes } from '../../http/table.ts'
import { openWorkbook } from '../../http/workbook.ts'
import { isPermitted } from '../../kernel/permissions.ts'
import type { PublicUrl } from '../../kernel/web.ts'
import { memberReader } from '../../system/access/organisation-reader.ts'
import type { JobKind } from '../../system/jobs/job-source.ts'
import type { JobOutcome } from '../../system/jobs/rules.ts'
import type { Attachment, Mail } from '../../system/mail/message.ts'
import { message } from '../../words/catalogue.ts'
import { paperWordsIn } from '../../words/papers.ts'
import { render } from '../../words/render.ts'
import { storedMessage } from '../../words/stored.ts'
import { findMerged } from '../partners/known-partners.ts'
import { reportDays, reportTable } from '../reports/queries.ts'
import { reportPaper } from '../reports/report-paper.ts'
import { tableFor } from '../table-for.ts'
import type { MailedReport, ReportMailing } from './schema.ts'

export const REPORT_MAIL_JOB = 'report-mail'

/** As `queueDueMailings` enqueues it: one job for each reader and moment. */
interface Payload {
  organisationId: string
  mailingId: string
  userId: string
  dueAtUTC: string
}

export interface ReportMailOptions {
  database: Pick<Database, 'db'>
  mail: Mail
  publicUrl: PublicUrl
}

/**
 * Mails a report to one reader, in their language and as the book is when it is queued. Whoever has left, was suspended, may not read stock or is no
 * reader of it any more gets nothing.
 */
export function reportMailJob({ database, mail, publicUrl }: ReportMailOptions): JobKind<Payload> {
  return {
    name: REPORT_MAIL_JOB,
    mostAttempts: 20,

    async work(payload, { signal, askedAt }) {
      const mailing = await findMailing(database.db, payload)
      const reader = await memberReader(database.db, { ...payload, now: askedAt })
      if (!mailing || !reader || !isPermitted(reader.actor, 'stock:read')) return
      const { actor, email } = reader
      const { name, createdBy, attachment } = mailing
      const report = await withKeptPartner(database.db, actor, mailing.report)
      const { from, to, harvestYear } = reportDays(actor, report)
      const text = message('reportMailText', {
        organisation: actor.organisationName,
        report: paperWordsIn(actor.language)[`report ${report.kind}`],
        harvestYear,
        from,
        to,
        link: linkTo(publicUrl, report),
        createdBy,
      })
      await mail.send(
        {
          id: `${payload.mailingId}-${payload.userId}-${Date.parse(payload.dueAtUTC)}`,
          to: email,
          subject: `${name} · ${actor.organisationName}`,
          text: render(text, actor),
          date: askedAt,
          attachments: await attachmentsOf(database.db, actor, report, attachment),
          replyTo: undefined,
        },
        signal,
      )
    },

    settle: (trx, payload, outcome) => noteOutcome(trx, payload, outcome),
    revive: (trx, payload) => note(trx, payload, { status: 'queued', problem: null, settled_at: null }),
  }
}

interface Mailing {
  name: string
  createdBy: string
  report: MailedReport
  attachment: ReportMailing['attachment']
}

/** The mailing of which somebody is a reader; undefined where it was stopped, or they were taken off it. */
async function findMailing(
  db: Kysely<Tables>,
  { organisationId, mailingId, userId }: Payload,
): Promise<Mailing | undefined> {
  const { rows } = await sql<Mailing>`
    select r.name, r.created_by_name as "createdBy", r.query as report, r.attachment
    from report_mailing_recipients p join report_mailings r on r.organisation_id = p.organisation_id and r.id = p.mailing_id
    where p.organisation_id = ${organisationId} and p.mailing_id = ${mailingId} and p.user_id = ${userId}`.execute(
    db,
  )
  return rows[0]
}

/** The partner may have been merged into another since. */
async function withKeptPartner(
  db: Kysely<Tables>,
  actor: Actor,
  report: MailedReport,
): Promise<MailedReport> {
  const { partnerId } = report
  if (partnerId === undefined) return report
  const merged = await findMerged(db, actor, [partnerId])
  return { ...report, partnerId: merged.get(partnerId) ?? partnerId }
}

async function attachmentsOf(
  db: Kysely<Tables>,
  actor: Actor,
  report: MailedReport,
  attachment: ReportMailing['attachment'],
): Promise<Attachment[]> {
  if (attachment === 'none') return []
  if (attachment === 'pdf') {
    const { fileName, print } = await reportPaper(db, actor, report, actor.language)
    return [{ name: fileName, contentType: PAPER_TYPE, content: await print() }]
  }
  const table = tableFor(reportTable(db, actor, report), actor)
  const content = await buffer(await openWorkbook(table))
  return [{ name: `${table.fileName}.xlsx`, contentType: tableTypes.xlsx, content }]
}

/** The address of the report on its screen, as `web/src/screens/reports/asked.ts` reads it. */
function linkTo(publicUrl: PublicUrl, report: MailedReport): string {
  const { kind, period, withYearBefore, commodityId, storageId, partnerId } = report
  const search = new URLSearchParams({
    kind,
    period,
    ...(commodityId !== undefined && { commodity: String(commodityId) }),
    ...(storageId !== undefined && { store: storageId }),
    ...(partnerId !== undefined && { partner: partnerId }),
    ...(withYearBefore === true && { beside: '1' }),
  })
  return `${publicUrl().replace(/\/+$/, '')}/reports?${search.toString()}`
}

async function noteOutcome(trx: Transaction, payload: Payload, outcome: JobOutcome): Promise<void> {
  if (outcome.status === 'done')
    return note(trx, payload, { status: 'sent', problem: null, settled_at: outcome.at })
  const problem = storedMessage(outcome.problem)
  if (outcome.status === 'queued') return note(trx, payload, { status: 'queued', problem, settled_at: null })
  return note(trx, payload, { status: 'failed', problem, settled_at: outcome.at })
}

/** Only of the last one that was due: one of before may come to its end later. */
async function note(
  trx: Transaction,
  { organisationId, mailingId, userId, dueAtUTC }: Payload,
  said: { status: 'queued' | 'sent' | 'failed'; problem: string | null; settled_at: Date | null },
): Promise<void> {
  await trx
    .updateTable('report_mailing_recipients')
    .set(said)
    .where('organisation_id', '=', organisationId)
    .where('mailing_id', '=', mailingId)
    .where('user_id', '=', userId)
    .where('due_at', '=', new Date(dueAtUTC))
    .execute()
}
