import type { Actor } from '../../http/actor.ts'
import type { PeriodFacts, RegisterFacts } from '../papers/facts.ts'
import { issuerOf } from '../papers/load-facts.ts'
import { gramsFromKilograms, kilogramsFromGrams } from '../../kernel/weight.ts'
import type { PeriodFigures, PeriodLine, Register } from './schema.ts'
import type { PeriodSpan } from './statement.ts'

/** Facts for the papers of closed periods and of the daily register. */

const MOST_LINES = 1500

/** The facts of a period's statement, as it is printed. */
export function periodFacts(
  actor: Actor,
  { from, before }: PeriodSpan,
  {
    figures,
    ledgerHash,
    auditHead,
    note,
  }: { figures: PeriodFigures; ledgerHash: string; auditHead: string; note: string },
): PeriodFacts {
  const { totals, lines, losses, earlier, open } = figures
  const { loads, cameIn, wentOut } = earlier
  return {
    issuer: issuerOf(actor),
    from: from?.toISOString() ?? '',
    at: new Date(before.getTime() - 1).toISOString(),
    note,
    ledgerHash,
    ...(auditHead !== '' && { auditHead }),
    totals: totals.map(({ commodity, ...sums }) => ({
      commodityId: commodity.id,
      commodity: commodity.name,
      ...sums,
    })),
    lines: lines.slice(0, MOST_LINES).map(lineFacts),
    losses: losses.map(({ commodity, ...loss }) => ({
      commodityId: commodity.id,
      commodity: commodity.name,
      ...loss,
    })),
    earlier: { loads, cameIn, wentOut },
    open: open.map(({ kind, count }) => ({ kind, count })),
    leftOut: Math.max(0, lines.length - MOST_LINES),
  }
}

function lineFacts(line: PeriodLine): PeriodFacts['lines'][number] {
  const { opening, cameIn, wentOut, lost, found, closing } = line
  return {
    grain: {
      commodityId: line.commodity.id,
      commodity: line.commodity.name,
      type: line.type.name,
      grade: line.grade.name,
      variety: line.variety,
      harvestYear: line.harvestYear,
    },
    owner: line.owner,
    isOwn: line.owned,
    store: line.storage,
    bay: line.substorage,
    opening,
    cameIn,
    wentOut,
    moved: kilogramsFromGrams(gramsFromKilograms(line.movedIn) - gramsFromKilograms(line.movedOut)),
    lost,
    found,
    closing,
  }
}

/** The facts of a daily register, as it is printed. */
export function registerFacts(actor: Actor, register: Register): RegisterFacts {
  const noonOf = (day: string) =>
    new Date(
      Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: actor.timeZone, plainTime: '12:00' })
        .epochMilliseconds,
    ).toISOString()
  return {
    issuer: issuerOf(actor),
    from: noonOf(register.from),
    at: noonOf(register.to),
    store: register.storage.name,
    commodities: register.commodities.map(({ commodity, total, days }) => ({
      commodityId: commodity.id,
      commodity: commodity.name,
      total,
      days: days.map(({ day, ...sums }) => ({ at: noonOf(day), ...sums })),
    })),
  }
}
