import type { DatabaseLog } from '../../db/log.ts'
import type { Database } from '../../db/open.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Vault } from '../../kernel/vault.ts'
import { readEvents, type StoredEvent } from '../events/event-reader.ts'
import { isWanted } from '../events/event-stream.ts'
import { numberEvents } from '../events/number-events.ts'
import type { WorkSource } from '../jobs/worker.ts'
import {
  claimWebhook,
  findTarget,
  releaseWebhook,
  settleDelivery,
  wakeWebhooks,
  type ClaimedWebhook,
  type Target,
} from './deliveries.ts'
import { deliveryFailureOf, postDelivery, type PostOptions } from './post-delivery.ts'
import { classifyResponse } from './rules.ts'
import { ANYBODY, render } from '../../words/render.ts'

export interface WebhookOptions extends PostOptions {
  database: Pick<Database, 'db'>
  clock: () => Date
  /** Opens the secrets that sign. */
  vault: Vault
  log: Pick<DatabaseLog, 'warn'>
}

const BATCH = 100
/** Then it is let go, for others that wait to have their turn. */
const TURN_MS = 30_000

/** The webhooks with events to be delivered, as work for a worker: one piece is one webhook and a batch of its events. */
export function webhookSource(options: WebhookOptions): WorkSource {
  return {
    name: 'webhooks',
    async claim() {
      const { database, clock } = options
      await wakeWebhooks(database.db, clock())
      const webhook = await claimWebhook(database.db, clock())
      return webhook && ((signal) => deliverBatch(options, webhook, signal))
    },
  }
}

/**
 * Delivers in order until the batch is done or its time is up, an attempt fails, or nothing more may be sent. That is asked before each
 * delivery: what was true at the beginning of a turn may be half a minute old, and a secret that was given away is rotated to be of no use.
 */
async function deliverBatch(
  options: WebhookOptions,
  webhook: ClaimedWebhook,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock, vault } = options
  const { db } = database
  const until = clock().getTime() + TURN_MS
  const { organisationId } = webhook
  let place = webhook.cursor
  const last = await numberEvents(db, organisationId)
  const events = await readEvents(db, new Map([[organisationId, place]]), BATCH)
  for (const event of events) {
    if (signal.aborted || clock().getTime() >= until) break
    if (isWanted(event, webhook.types)) {
      const target = await findTarget(db, vault, webhook, clock())
      if (!target) break
      const goesOn = await deliver(options, webhook, target, event, signal)
      if (!goesOn) return
    }
    place = event.number
  }
  // Not all numbers have events still: old ones are purged, and a restore leaves numbers out.
  const isAtEnd = events.length < BATCH && (events.at(-1)?.number ?? place) === place
  await releaseWebhook(db, webhook, isAtEnd ? Math.max(place, last) : place, clock())
}

/** One attempt at one event. Answers whether the next may follow. */
async function deliver(
  options: WebhookOptions,
  webhook: ClaimedWebhook,
  target: Target,
  event: StoredEvent,
  signal: AbortSignal,
): Promise<boolean> {
  const { database, clock, log } = options
  const { id, body } = deliveryFailureOf(event)
  const reception = await postDelivery(options, { ...target, id, body, at: clock() }, signal)
  // Cut off by us: nobody knows how it was taken, and it is not the receiver's fault. It is due again when the lease ends.
  if (signal.aborted && reception.status === null) return false
  const at = clock()
  const verdict = classifyResponse(reception, { failures: webhook.failures, now: at, random: Math.random() })
  const problem = reception.problem && render(reception.problem, ANYBODY)
  if (verdict.kind !== 'delivered') log.warn({ webhook: webhook.id, event: id, problem }, 'a delivery failed')
  const isStored = await inTransaction(database.db, (trx) =>
    settleDelivery(trx, webhook, { event, reception, verdict, at }),
  )
  webhook.failures = 0
  return isStored && verdict.kind === 'delivered'
}
