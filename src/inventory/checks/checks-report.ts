import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { drawPdf } from '../../http/pdf/draw.ts'
import type { Paper } from '../../http/pdf/sheet.ts'
import { inOneMoment } from '../../db/transaction.ts'
import { parseInstant, parseInstantEnd } from '../../kernel/time.ts'
import type { Language } from '../../words/languages.ts'
import type { ChecksFacts } from '../papers/facts.ts'
import { checksSheet } from '../papers/layout/checks.ts'
import { penOf } from '../papers/layout/drawn.ts'
import { getLetterhead } from '../papers/letterhead.ts'
import { issuerOf } from '../papers/load-facts.ts'
import { dayOf, fileName, unissued } from '../papers/print.ts'
import { ensureStore, getCheckPlan, readChecks } from './queries.ts'
import type { BayCheck, CheckSpan } from './schema.ts'

const MOST_LINES = 1500

/**
 * The bay checks of a store over a time as a paper, which is not kept.
 *
 * @throws Refusal `not_found` for a store that is not the caller's; `invalid_input`
 */
export async function checksReport(
  db: Kysely<Tables>,
  actor: Actor,
  { storageId, query, language }: { storageId: string; query: CheckSpan; language: Language },
): Promise<Paper> {
  const facts = await inOneMoment(db, (moment) => readFacts(moment, actor, storageId, query))
  const { issuer, store, from, at } = facts
  const pen = penOf(language, issuer, await getLetterhead(db, actor), unissued(actor))
  const days = [from, at].filter(Boolean).map((each) => dayOf(each, issuer.timeZone))
  return {
    fileName: fileName([pen.words.checks, store, ...days]),
    print: () => drawPdf(checksSheet(pen, facts)),
  }
}

async function readFacts(
  db: Kysely<Tables>,
  actor: Actor,
  storageId: string,
  query: CheckSpan,
): Promise<ChecksFacts> {
  const { name } = await ensureStore(db, actor, storageId)
  const checks = await readChecks(db, actor, storageId, query)
  const plan = await getCheckPlan(db, actor, storageId)
  const from = query.from === undefined ? undefined : parseInstant(query.from, actor.timeZone)
  const until = query.at === undefined ? undefined : parseInstantEnd(query.at, actor.timeZone)
  return {
    issuer: issuerOf(actor),
    store: name,
    from: from?.toISOString() ?? '',
    at: (until ?? actor.now).toISOString(),
    limits: {
      everyDays: plan.everyDays,
      temperature: plan.temperatureMost,
      rise: plan.temperatureRiseMost,
      moisture: plan.moistureMost,
    },
    checks: checks.slice(0, MOST_LINES).toReversed().map(lineOf),
    leftOut: Math.max(0, checks.length - MOST_LINES),
  }
}

function lineOf(check: BayCheck): ChecksFacts['checks'][number] {
  const { checkedAtUTC, bay, temperatures, hottest, moisture, insects, smell, rodents, alarms, note } = check
  return {
    at: checkedAtUTC,
    bay,
    hottest,
    probes: temperatures.length,
    moisture,
    insects,
    smell,
    rodents,
    alarms,
    note,
    by: check.createdByName,
  }
}
