import type { Actor } from '../../http/actor.ts'
import { noonOf } from '../../kernel/time.ts'
import { gramsFromKilograms, kilogramsFromGrams } from '../../kernel/weight.ts'
import type { ChargesFacts } from '../papers/charges-facts.ts'
import { issuerOf } from '../papers/load-facts.ts'
import { daysOfMonth } from './balance-rules.ts'
import type { ChargeStatement, WireLine } from './schema.ts'

/** The facts of a statement of charges, as it is printed. */
export function chargesFacts(
  actor: Actor,
  {
    owner,
    fromMonth,
    toMonth,
    ledgerHash,
    totals,
    lines,
  }: Pick<ChargeStatement, 'owner' | 'fromMonth' | 'toMonth' | 'ledgerHash' | 'totals' | 'lines'>,
): ChargesFacts {
  return {
    issuer: issuerOf(actor),
    owner: owner.name,
    from: noonOf(`${fromMonth}-01`, actor.timeZone),
    at: noonOf(daysOfMonth(toMonth).at(-1) ?? '', actor.timeZone),
    ledgerHash,
    totals,
    lines: lines.map((line) => lineFacts(actor, line)),
  }
}

function lineFacts(actor: Actor, line: WireLine): ChargesFacts['lines'][number] {
  const { month, kind, commodity, quantity, unit, rate, divisor, currency, amount, vatCode, corrects } = line
  const named = corrects ? corrects.changed : line.loads
  return {
    month,
    kind,
    commodityId: commodity.id,
    commodity: commodity.name,
    quantity,
    unit,
    rate,
    divisor,
    currency,
    amount,
    vatCode,
    loads: named.map(({ number, movementId }) => number || String(movementId)),
    days: (corrects ? [] : line.days).map(({ from, to, weight, free }) => ({
      from: noonOf(from, actor.timeZone),
      to: noonOf(to, actor.timeZone),
      weight: kilogramsFromGrams(gramsFromKilograms(weight) - gramsFromKilograms(free)),
    })),
    corrects: corrects && {
      number: corrects.number,
      billed: corrects.billed,
      reckoned: corrects.reckoned,
    },
  }
}
