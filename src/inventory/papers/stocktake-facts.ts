import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../kernel/errors.ts'
import { message } from '../../words/catalogue.ts'
import { getStocktake } from '../stocktakes/queries.ts'
import type { Stocktake, StocktakeLine } from '../stocktakes/schema.ts'
import type { CountFacts, CountOnPaper, Grain, StocktakeFacts } from './facts.ts'
import { issuerOf } from './load-facts.ts'
import { stockUnitFor } from './stock-unit.ts'
import type { PaperNow } from './store-paper.ts'

/**
 * The certificate of a stock-take that is approved.
 *
 * @throws Refusal `not_found`; `in_use` where it is not approved
 */
export async function certificateNow(
  db: Kysely<Tables>,
  actor: Actor,
  id: string,
): Promise<PaperNow<'stocktake'>> {
  const session = await getStocktake(db, actor, id)
  if (session.approvedAtUTC === null) throw new Refusal('in_use', message('stocktakeIsNotApproved', {}))
  const { book, countedWeight, variance } = session.totals
  const facts: StocktakeFacts = {
    issuer: issuerOf(actor),
    name: session.name,
    cutOff: session.cutOffUTC,
    isBlind: session.isBlind,
    tolerance: session.tolerance,
    approvedAt: session.approvedAtUTC,
    approvedBy: session.approvedBy,
    countedBy: countersOf(session),
    totals: { book: book ?? 0, counted: countedWeight ?? 0, variance: variance ?? 0 },
    variances: session.variances.map(({ ownerName, reasonId, reason, found, lost }) => ({
      owner: ownerName,
      reasonId,
      reason,
      found,
      lost,
    })),
    lines: session.lines.map((line) => lineOf(session, line)),
    ledgerHash: session.ledgerHash,
    ...(session.auditHead !== '' && { auditHead: session.auditHead }),
  }
  // How its bays were counted stays as it was at the approval: a certificate of before that does not tell it is none the less the newest.
  return {
    kind: 'stocktake',
    subject: `stocktake:${id}`,
    facts: { ...facts, counts: countsOf(session) },
    basis: facts,
  }
}

function countsOf({ lines }: Stocktake): CountOnPaper[] {
  return lines.flatMap(({ storageName, substorageName, counts }) =>
    counts
      .filter(({ howMeasured, note }) => howMeasured || note !== '' || counts.length > 1)
      .map(({ countedBy, countedAtUTC, weight, howMeasured, note }) => ({
        store: storageName,
        bay: substorageName,
        countedBy,
        countedAt: countedAtUTC,
        weight,
        how: howMeasured,
        note,
      })),
  )
}

function countersOf({ lines }: Stocktake): string[] {
  return [...new Set(lines.flatMap(({ counts }) => counts.map(({ countedBy }) => countedBy)))].sort()
}

function lineOf({ cutOffUTC }: Stocktake, line: StocktakeLine): StocktakeFacts['lines'][number] {
  const last = line.counts.at(-1)
  return {
    store: line.storageName,
    bay: line.substorageName,
    grains: line.stock.map(grainOf),
    owners: [...new Set(line.stock.filter(({ isOwn }) => !isOwn).map(({ ownerName }) => ownerName))],
    book: line.book ?? 0,
    counted: line.counted,
    variance: line.variance,
    reasonId: line.reasonId,
    reason: line.reason,
    datedAt: line.datedAtUTC === null || line.datedAtUTC === cutOffUTC ? null : line.datedAtUTC,
    countedBy: last?.countedBy ?? '',
    countedAt: last?.countedAtUTC ?? null,
    counts: line.counts.length,
    leftOut: line.leftOut,
  }
}

function grainOf({ commodity, type, grade, variety, harvestYear }: StocktakeLine['stock'][number]): Grain {
  return {
    commodityId: commodity.id,
    commodity: commodity.name,
    type: type.name,
    grade: grade.name,
    variety,
    harvestYear,
  }
}

/**
 * The bays of a session, to write down what lies there; blind without the book, which whoever it is hidden from never gets.
 *
 * @throws Refusal `not_found`
 */
export async function sheetOfStocktake(
  db: Kysely<Tables>,
  actor: Actor,
  { id, blind }: { id: string; blind?: boolean | undefined },
): Promise<CountFacts> {
  const session = await getStocktake(db, actor, id)
  const isBlind = session.hidesBook || (blind ?? session.isBlind)
  const stores = [...Map.groupBy(session.lines, ({ storageId }) => storageId).values()].map((lines) => ({
    name: lines[0]?.storageName ?? '',
    bays: lines.map(({ substorageName, stock }) => ({
      name: substorageName,
      lots: stock.map((parcel) => ({
        grain: grainOf(parcel),
        owner: parcel.isOwn ? '' : parcel.ownerName,
        weight: parcel.weight ?? 0,
        unit: stockUnitFor(actor, parcel.commodity.id),
      })),
    })),
  }))
  return {
    issuer: issuerOf(actor),
    at: session.cutOffUTC,
    unit: stockUnitFor(actor),
    stores,
    leftOut: 0,
    isBlind,
    session: { name: session.name, isBlind: session.isBlind },
  }
}
