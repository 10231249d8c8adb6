import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { ticketKey } from '../../../kernel/ticket-number.ts'
import { isSameDay } from '../../../kernel/time.ts'
import { gramsFromKilograms, kilogramsFromGrams } from '../../../kernel/weight.ts'
import { harvestYearIn } from '../../../system/countries/countries.ts'
import type { ImportRequest } from '../../../system/imports/imports.ts'
import {
  areOneSeries,
  isSameLorry,
  compareTicket,
  plateKey,
  type Sameness,
} from '../../loads/tickets/same-ticket-rules.ts'
import { message, type Message } from '../../../words/catalogue.ts'
import type { AskedLoad } from './validate-loads.ts'
import type { KnownLoad } from './known-loads.ts'

/** Which of the loads with the number of a row is the row's, if any is (rules.md §4). */

/** True if a cell has a number, and not a dash. */
export function hasNumber(ticket: string | undefined): ticket is string {
  return ticket !== undefined && ticketKey(ticket) !== ''
}

/** A row whose ticket has the number of an earlier load, and nothing tells whether it is that load: the caller is asked, once for the file. */
export class UnsureNumber extends Refusal {}

/** The movements that a row may be, each choice with all parts of one lorry: what the row says otherwise of them is a correction. */
export type Chosen = KnownLoad[][]

/**
 * Chooses the loads that a row may be among those with its number; none where it is another load, and a refusal where a person has to say and the
 * run does not.
 */
export function chooseKnown(
  actor: Actor,
  load: AskedLoad,
  known: KnownLoad[],
  { sameNumber }: Pick<ImportRequest, 'sameNumber'>,
): Chosen | UnsureNumber {
  const lorries = [...Map.groupBy(known, lorryOf).values()]
  const judged = Map.groupBy(lorries, (parts) => samenessOf(actor, load, parts))
  const same = judged.get('same') ?? []
  if (same.length > 0) return ofTheDay(actor, load, same)
  const unsure = judged.get('unsure') ?? []
  if (unsure.length === 0 || sameNumber === 'new') return []
  if (sameNumber === 'update') return unsure
  return new UnsureNumber('already_exists', unsureOf(actor, unsure[0] ?? []))
}

/** The parts of one lorry are of one ticket, or were entered with one moment and lorry. */
function lorryOf({ ticket_id, effective_at, vehicle_registration }: KnownLoad): string {
  return ticket_id ?? `${effective_at.getTime()} ${plateKey(vehicle_registration ?? '')}`
}

function ofTheDay({ timeZone }: Actor, { at }: AskedLoad, same: KnownLoad[][]): Chosen {
  const today = same.filter(([first]) => first && isSameDay(first.effective_at, at, timeZone))
  return today.length > 0 ? today : same
}

function samenessOf(actor: Actor, load: AskedLoad, parts: KnownLoad[]): Sameness {
  const [there] = parts
  if (!there) return 'other'
  const grams = gramsFromKilograms(load.weighed.net)
  const sum = parts.reduce((total, { weight_grams: part }) => total + part, 0)
  const years = yearsOf(actor, load)
  return compareTicket({
    isOneSeries: areOneSeries(load.at, there.effective_at) || years.has(there.harvest_year),
    isSameDay: isSameDay(load.at, there.effective_at, actor.timeZone),
    isSameWeight: grams === sum || parts.some(({ weight_grams: part }) => part === grams),
    isSameLorry: isSameLorry(load.row.values.vehicle, there.vehicle_registration),
  })
}

/** The harvest year of a load as far as its row, or its field, says it; what leaves a store may be of any. */
function yearsOf({ countryISO }: Actor, { row, crops }: AskedLoad): Set<string> {
  const { harvestYear } = row.values
  if (harvestYear !== undefined) return new Set([harvestYearIn(harvestYear, countryISO)])
  const years = new Set(crops.map(({ harvest_year: year }) => year))
  return years.size === 1 ? years : new Set()
}

function unsureOf({ timeZone }: Actor, parts: KnownLoad[]): Message {
  const [there] = parts
  if (!there) throw new Error('a lorry has no parts')
  const grams = parts.reduce((total, { weight_grams: part }) => total + part, 0)
  return message('numberIsUnsure', {
    movementId: there.id,
    atUTC: there.effective_at.toISOString(),
    timeZone,
    weight: kilogramsFromGrams(grams),
    lorry: there.vehicle_registration || null,
  })
}
