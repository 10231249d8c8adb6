import type { DatabaseLog } from '../db/log.ts'
import type { Database } from '../db/open.ts'
import type { Metric } from '../http/serve/metrics.ts'
import type { Operation } from '../http/operation.ts'
import { BatchedLookup } from '../kernel/concurrency.ts'
import type { Vault } from '../kernel/vault.ts'
import { invitationJob } from './access/invitations.ts'
import { passwordResetJob } from './access/password-resets.ts'
import { answerMailJob } from './counterparties/answer-mail.ts'
import { confirmationMailJob } from './counterparties/confirmation-mail.ts'
import { questionJob, type ExpertSettings } from './experts/question-job.ts'
import { expertOperations } from './experts/routes.ts'
import { emailChangeJob, factorResetJob } from './factors/factor-mails.ts'
import type { Files } from './files/store.ts'
import { bringForward, purgeJobs, measureJobs } from './jobs/jobs.ts'
import { jobSource, type AnyJobKind } from './jobs/job-source.ts'
import { jobOperations } from './jobs/routes.ts'
import { startWorker, type Worker, type WorkSource } from './jobs/worker.ts'
import { deletionMailJob } from './organisation-deletion/deletion-mail.ts'
import { openBackups, type BackupsSettings } from './backups/open-backups.ts'
import { exportJob } from './archives/export-job.ts'
import { purgeExports } from './archives/stored-exports.ts'
import { openMail, type MailSettings } from './mail/mail.ts'
import type { Mail } from './mail/message.ts'
import { directoryMailJob } from './scim/directory-mail.ts'
import { domainMailJob } from './single-sign-on/domain-mail.ts'
import type { Reach } from './single-sign-on/guarded-fetch.ts'
import { PrivateNetworks, systemResolver, type Resolver } from './webhooks/addresses.ts'
import { purgeDeliveries } from './webhooks/deliveries.ts'
import { measureWebhooks } from './webhooks/queries.ts'
import { redeliveryJob } from './webhooks/redelivery.ts'
import { webhookOperations } from './webhooks/routes.ts'
import { webhookSource } from './webhooks/webhook-source.ts'

export interface BackgroundSettings {
  mail: MailSettings
  experts: ExpertSettings
  webhooks: {
    /** Networks of the installation's own that webhooks may reach, by HTTP too. */
    networks: string[]
    /** Finds the addresses of names; the system does when undefined. */
    resolve?: Resolver | undefined
  }
  /** Address at which people reach the service, for mails. */
  publicUrl: string | undefined
  backups: BackupsSettings
}

export interface BackgroundOptions {
  database: Database
  clock: () => Date
  log: DatabaseLog
  files: Files
  vault: Vault
  settings: BackgroundSettings
  /** Mails of the services above this one. */
  otherMails: (tools: MailTools) => AnyJobKind[]
}

/** Tools with which a service above this one mails. */
export interface MailTools {
  database: Database
  mail: Mail
}

/** Work done beside the requests because somebody asked for it: mail and webhooks. */
export interface Background {
  operations: Operation[]
  /** True if mails reach people by themselves, so that what is for one person is sent to them. */
  sendsMail: boolean
  /** Networks and names that may be reached for an organisation. */
  reach: Reach
  /** All jobs there are. */
  jobs: WorkSource
  webhooks: WorkSource
  measures: Metric[]
  /** Begins to work, in this process as in any other. */
  start: () => void
  /** Something was stored, so there may be work. */
  wake: () => void
  /** Begins nothing more, and waits for what is under way. */
  stop: () => Promise<void>
  /** Forgets what is old, and makes due what a clock that was ahead has put off. */
  purge: () => Promise<void>
  /** Asks for the backups that are due. */
  askBackups: () => Promise<void>
}

/** Enough for a mail server that takes its time, and for receivers that do; apart, or receivers that never answer would hold up the mail. */
const MAILS_AT_ONCE = 4
const REDELIVERIES_AT_ONCE = 2
const WEBHOOKS_AT_ONCE = 8
/** Each reads all that an organisation has. */
const EXPORTS_AT_ONCE = 1
const BACKUPS_AT_ONCE = 1

/** Puts together all that works beside requests. Nothing runs until it is started. */
export function openBackground(options: BackgroundOptions): Background {
  const { database, clock, log, files, vault, settings, otherMails } = options
  const { store } = files
  const { experts, publicUrl } = settings
  const mail = openMail(settings.mail)
  const networks = new PrivateNetworks(settings.webhooks.networks)
  const resolve = settings.webhooks.resolve ?? systemResolver
  const hooks = { database, clock, log, networks, resolve, vault }
  const mails = [
    questionJob({ database, mail, store, settings: experts }),
    invitationJob({ database, clock, mail, vault, publicUrl }),
    passwordResetJob({ database, clock, mail, vault, publicUrl }),
    confirmationMailJob({ database, mail, publicUrl }),
    answerMailJob({ database, mail, publicUrl }),
    factorResetJob({ database, clock, mail, vault, publicUrl }),
    emailChangeJob({ database, clock, mail, vault, publicUrl }),
    domainMailJob({ database, clock, mail, vault, publicUrl }),
    directoryMailJob({ database, mail }),
    deletionMailJob({ database, mail, publicUrl }),
    ...otherMails({ database, mail }),
  ]
  const exports = [exportJob({ database, files, clock })]
  const redeliveries = [redeliveryJob(hooks)]
  const backups = openBackups({ database, clock, log, settings: settings.backups })
  const kinds = [...mails, ...redeliveries, ...exports, backups.job]
  const jobsOf = (some: AnyJobKind[]) => jobSource({ database, clock, log }, some)
  const webhooks = webhookSource(hooks)
  const workers: Worker[] = []
  return {
    operations: [
      ...expertOperations({ ...experts, isSentOut: mail.isSentOut }),
      ...webhookOperations({ networks, vault }),
      ...jobOperations(kinds),
      ...backups.operations,
    ],
    sendsMail: mail.isSentOut,
    reach: { networks, resolve },
    jobs: jobsOf(kinds),
    webhooks,
    measures: [...measuresOf(database, clock), ...backups.measures],
    start() {
      workers.push(
        startWorker(jobsOf(mails), { log, atOnce: MAILS_AT_ONCE }),
        startWorker(jobsOf(redeliveries), { log, atOnce: REDELIVERIES_AT_ONCE }),
        startWorker(jobsOf(exports), { log, atOnce: EXPORTS_AT_ONCE }),
        startWorker(jobsOf([backups.job]), { log, atOnce: BACKUPS_AT_ONCE }),
        startWorker(webhooks, { log, atOnce: WEBHOOKS_AT_ONCE }),
      )
    },
    wake() {
      for (const worker of workers) worker.wake()
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()))
    },
    askBackups: backups.askDue,
    async purge() {
      await bringForward(database.db, clock())
      await purgeJobs(database.db, clock())
      await purgeDeliveries(database.db, clock())
      await purgeExports(database.db, clock())
      await backups.purge()
    },
  }
}

function measuresOf({ db }: Database, clock: () => Date): Metric[] {
  // Whoever asks for the figures asks for all three at once.
  const looks = new BatchedLookup(async () => new Map([['jobs', await measureJobs(db, clock())]]))
  const ofJobs = async (pick: 'queued' | 'failed' | 'oldestSeconds') => {
    const jobs = (await looks.ask('jobs', undefined)) ?? []
    return jobs.map((each) => ({ labels: { kind: each.kind }, value: each[pick] }))
  }
  const byKind = ['kind']
  return [
    {
      name: 'jobs_queued',
      help: 'Jobs to be done, or being done.',
      labelNames: byKind,
      read: () => ofJobs('queued'),
    },
    {
      name: 'jobs_failed',
      help: 'Jobs that were given up and are still kept.',
      labelNames: byKind,
      read: () => ofJobs('failed'),
    },
    {
      name: 'jobs_oldest_seconds',
      help: 'How long the oldest queued job has waited.',
      labelNames: byKind,
      read: () => ofJobs('oldestSeconds'),
    },
    {
      name: 'webhooks',
      help: 'Webhooks by state: active, failing, paused.',
      labelNames: ['state'],
      read: async () =>
        (await measureWebhooks(db)).map(({ state, count }) => ({ labels: { state }, value: count })),
    },
  ]
}
