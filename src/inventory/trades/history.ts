import type { Kysely } from 'kysely'
import type { Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment, type Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { fieldsThatDiffer, changesOfSubject, noteChangeOf } from '../change-history.ts'
import { getTrade } from './queries.ts'
import type { TradeStatus } from './rules.ts'
import type { TradeChange, TradeChangePage, TradeChangesQuery } from './schema.ts'
import type { TradeTerms } from './terms.ts'

/** The history of a contract: what was agreed otherwise, when, by whom and why. */

type ChangedTerm = Static<typeof TradeChange>['changed'][number]

/** TradeTerms by the names of the API, each as one value, so that two states can be compared. */
function termsByName({ partnerName, terms }: TradeTermsWithPartner): Record<string, unknown> {
  const { windows, limits, allowances, price } = terms
  return {
    partner: partnerName,
    commodity: {
      id: terms.commodity_id,
      type: terms.type_id ?? 0,
      grade: terms.grade_id ?? 0,
      tags: terms.tag_ids,
    },
    varieties: terms.varieties,
    harvestYear: terms.harvest_year ?? '',
    reference: terms.reference,
    partnerReference: terms.partner_reference,
    weight: kilogramsFromGrams(terms.weight_grams),
    tolerance: { percentage: terms.tolerance_percentage, option: terms.tolerance_option },
    windows: windows.map(({ firstDay, lastDay, grams }) => ({
      fromISO: firstDay,
      toISO: lastDay,
      weight: kilogramsFromGrams(grams),
    })),
    delivery: { terms: terms.delivery, storageId: terms.storage_id ?? '' },
    final: { weight: terms.weight_final, quality: terms.quality_final },
    limits,
    allowances,
    price,
    notes: terms.notes,
    files: terms.file_ids,
  }
}

interface TradeTermsWithPartner {
  partnerName: string
  terms: TradeTerms
}

/** Lists the terms that differ, as they were and as they are. */
export function changedTerms(before: TradeTermsWithPartner, after: TradeTermsWithPartner): ChangedTerm[] {
  return fieldsThatDiffer(termsByName(before), termsByName(after))
}

/** Keeps a change in the history of a contract. */
export function noteTradeChange(
  trx: Transaction,
  actor: Actor,
  change: { id: string; status: TradeStatus | null; changed: ChangedTerm[]; reason: string },
): Promise<void> {
  return noteChangeOf(trx, actor, 'trade', change)
}

/**
 * The history of a contract, the latest change first.
 *
 * @throws Refusal `not_found`
 */
export function listTradeChanges(
  db: Kysely<Tables>,
  actor: Actor,
  id: string,
  query: Static<typeof TradeChangesQuery>,
): Promise<Static<typeof TradeChangePage>> {
  return inOneMoment(db, async (moment) => {
    await getTrade(moment, actor, id)
    return changesOfSubject<TradeStatus>(moment, actor, 'trade', { id, ...query })
  })
}
