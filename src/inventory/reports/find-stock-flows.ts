import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { findReason } from '../../system/reasons/reasons.ts'
import { servedNames } from '../../system/commodities/served-names.ts'
import { message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import { readFigures, type FlowKind, type FlowRow, type ParcelRow } from '../periods/figures.ts'
import { payerOf, type Payer } from '../records/loss-reasons.ts'
import { commodityLabel, typeLabel, type AskedLines, type FindLines } from './asked.ts'
import type { RowLabel, ReportLine } from './rules.ts'

/** Reports of what lies in the stores: the figures of the daily register (rules.md §14), to the gram, added up otherwise. */

interface Flows {
  parcels: ParcelRow[]
  flowsOf: Map<string, FlowRow[]>
}

async function readFlows(db: Kysely<Tables>, actor: Actor, asked: AskedLines): Promise<Flows> {
  const { organisationId, timeZone, now } = actor
  const { from, before, storageId, commodityId, partnerId } = asked
  // What is planned has not happened.
  const upTo = new Date(Math.min(before.getTime(), now.getTime() + 1))
  const { parcels, flows } = await readFigures(db, {
    organisationId,
    timeZone,
    from,
    before: upTo,
    storageId,
    commodityId,
    isOfSpan: true,
  })
  return {
    parcels: parcels.filter(({ owner_id: ownerId }) => partnerId === undefined || ownerId === partnerId),
    flowsOf: Map.groupBy(flows, ({ record_id: id }) => id),
  }
}

const ownerLabel = (parcel: ParcelRow): RowLabel => ({ id: parcel.owner_id, name: parcel.owner_name })

const amountOfFlow = {
  in: 'cameIn',
  out: 'wentOut',
  moved: 'changedHands',
  lost: 'lost',
  found: 'found',
} as const satisfies Record<FlowKind, string>

/** Finds the stock of each owner, with what of it came, went, changed hands, was lost and found. Its sums add up: opening and what came, less what went, is the closing. */
export const findOwnerLines: FindLines = async (db, actor, asked) => {
  const { parcels, flowsOf } = await readFlows(db, actor, asked)
  return parcels.map((parcel) => {
    const amounts: Record<string, number> = { opening: parcel.opening, closing: parcel.closing }
    for (const { kind, grams } of flowsOf.get(parcel.id) ?? []) {
      const name = amountOfFlow[kind]
      const isTaken = kind === 'out' || kind === 'lost'
      amounts[name] = (amounts[name] ?? 0) + (isTaken ? -grams : grams)
    }
    return {
      group: commodityLabel(actor, parcel.commodity_id),
      labels: [ownerLabel(parcel), typeLabel(actor, parcel.type_id)],
      commodityId: parcel.commodity_id,
      amounts,
    }
  })
}

/** Finds losses and gains by their reason, by who bears them, and by owner. In one's own grain owner and storer are one. */
export const findLosses: FindLines = async (db, actor, asked) => {
  const { parcels, flowsOf } = await readFlows(db, actor, asked)
  return parcels.flatMap((parcel) =>
    (flowsOf.get(parcel.id) ?? [])
      .filter(({ kind }) => kind === 'lost' || kind === 'found')
      .map((flow) => lossOf(actor, parcel, flow)),
  )
}

function lossOf(actor: Actor, parcel: ParcelRow, { kind, reason_id: reasonId, grams }: FlowRow): ReportLine {
  const isLost = kind === 'lost'
  const payer = isLost && parcel.owner_id !== actor.organisationId ? payerOf(reasonId) : ''
  return {
    group: commodityLabel(actor, parcel.commodity_id),
    labels: [reasonLabel(actor, reasonId), payerLabel(actor, payer), ownerLabel(parcel)],
    commodityId: parcel.commodity_id,
    amounts: isLost ? { lost: -grams } : { found: grams },
  }
}

function reasonLabel({ language, countryISO }: Actor, id: number): RowLabel {
  const name = findReason('adjustment', id)?.description ?? ''
  return {
    id: String(id),
    name: servedNames(language, countryISO).fieldOf('reasons', id).names?.[language] ?? name,
  }
}

function payerLabel(actor: Actor, payer: Payer | ''): RowLabel {
  return { id: payer, name: payer === '' ? '' : render(message('payerName', { payer }), actor) }
}
