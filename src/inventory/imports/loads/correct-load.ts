import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { nameKey } from '../../../kernel/names.ts'
import { isSameDay, sayDate, sayTime } from '../../../kernel/time.ts'
import { gramsFromKilograms, sayWeight } from '../../../kernel/weight.ts'
import { editMovement } from '../../loads/edit/edit-movement.ts'
import { updateActions } from '../../loads/edit/update-actions.ts'
import { isSameLorry } from '../../loads/tickets/same-ticket-rules.ts'
import { cropOf } from '../named-crop.ts'
import type { AskedLoad } from './judge-loads.ts'
import type { KnownLoad } from './known-loads.ts'
import { BY_IMPORT } from './undo-loads.ts'

/** A row whose ticket is known and that says otherwise of it. */
export interface Difference {
  what: string
  there: string
  here: string
  /** By which command it can be put right; it is another load where there is none. */
  by: 'scales' | 'edit' | undefined
}

/** What a row says otherwise of a load that was entered. What a row does not say is not compared. */
export function differencesFrom(actor: Actor, load: AskedLoad, there: KnownLoad): Difference[] {
  return [
    ...whenAndHowMuch(actor, load, there),
    ...whereAndWho(load, there),
    ...what(actor, load, there),
  ].filter(({ there: was, here: is }) => was !== is)
}

function whenAndHowMuch(
  { timeZone }: Actor,
  { at, hasTime, weighed }: AskedLoad,
  there: KnownLoad,
): Difference[] {
  const say = (moment: Date) =>
    hasTime ? `${sayDate(moment, timeZone)} ${sayTime(moment, timeZone)}` : sayDate(moment, timeZone)
  const isWeighed = weighed.full !== null && weighed.empty !== null
  const weight = (what: string, was: number | null, kilograms: number | null, by: Difference['by']) => {
    const is = kilograms === null ? was : gramsFromKilograms(kilograms)
    // Most are the same, and to say so takes longer than to see it.
    if (is === null || is === was) return []
    return [{ what, there: was === null ? 'not weighed' : sayWeight(was), here: sayWeight(is), by }]
  }
  return [
    // A day alone says nothing of the time.
    ...(there.effective_at.getTime() === at.getTime() ||
    (!hasTime && isSameDay(there.effective_at, at, timeZone))
      ? []
      : [{ what: 'date', there: say(there.effective_at), here: say(at), by: 'edit' as const }]),
    ...weight('weight', there.weight_grams, weighed.net, isWeighed ? 'scales' : 'edit'),
    ...weight('gross', there.full_grams, weighed.full, 'scales'),
    ...weight('tare', there.empty_grams, weighed.empty, 'scales'),
  ]
}

function whereAndWho(load: AskedLoad, there: KnownLoad): Difference[] {
  const { route, row, store, toStore, field, parties } = load
  const { values } = row
  const goesTo = route.to === 'toStore' ? toStore : store
  const party = route.to === 'receiver' ? 'receiver' : 'sender'
  const named = parties[party]
  const partyId = parties.known[party]?.id ?? named?.id ?? named?.name ?? ''
  return [
    ...(route.to === 'receiver' ? [] : [ids('bay that it went to', there.to_bay_id, goesTo?.bay, 'edit')]),
    ...(route.from === 'store'
      ? [ids('bay that it came from', there.from_bay_id, store?.bay, undefined)]
      : []),
    ...(route.from === 'field'
      ? [ids('field', there.from_storage_id, field && { id: field.id, name: field.name }, undefined)]
      : []),
    ...(named
      ? [
          {
            what: party,
            there: (party === 'receiver' ? there.receiver_id : there.sender_id) ?? 'none',
            here: partyId,
            by: party === 'receiver' ? ('edit' as const) : undefined,
          },
        ]
      : []),
    ...(isSameLorry(there.vehicle_registration, values.vehicle) === true
      ? []
      : words('lorry', there.vehicle_registration, values.vehicle, 'scales')),
    ...words('driver', there.driver_name, values.driver, 'scales'),
    ...(route.kind === 'outbound'
      ? words('contract', there.contract_reference, values.contract, 'edit')
      : []),
  ]
}

function ids(
  what: string,
  there: string | number | null,
  here: { id: string | number; name: string } | undefined,
  by: Difference['by'],
): Difference {
  const isSame = String(there ?? '') === String(here?.id ?? '')
  const name = here?.name ?? ''
  return { what, there: isSame ? name : 'another', here: name, by }
}

function words(
  what: string,
  there: string | null,
  here: string | undefined,
  by: Difference['by'],
): Difference[] {
  if (here === undefined || nameKey(there ?? '') === nameKey(here)) return []
  return [{ what, there: there ?? 'none', here, by }]
}

/** What the grain was. A blend may be called otherwise by now, so variety and grade are not compared. */
function what(actor: Actor, { row, route }: AskedLoad, there: KnownLoad): Difference[] {
  const source = { ...there, id: there.record_id, storage_id: there.from_storage_id ?? '' }
  const others = cropOf(row, actor).traits.filter(
    ({ column, isOf }) => (column === 'commodity' || column === 'harvestYear') && !isOf(source),
  )
  const { moisture } = row.values
  const comesIn = route.kind === 'intake' || route.kind === 'harvest_load'
  return [
    ...others.map(({ column }) => ({
      what: column === 'harvestYear' ? 'harvest year' : 'commodity',
      there: column === 'harvestYear' ? there.harvest_year : 'another',
      here: row.values[column] ?? '',
      by: undefined,
    })),
    ...(comesIn && moisture !== undefined
      ? [
          {
            what: 'moisture',
            there: there.moisture === null ? 'not measured' : `${there.moisture} %`,
            here: `${moisture} %`,
            by: undefined,
          },
        ]
      : []),
  ]
}

/** Differences in words: `weight 28,460 kg there and 28,640 kg here`. */
export function sayDifferences(differences: Difference[]): string {
  return differences
    .map(({ what: name, there, here }) => `${name} ${there} there and ${here} here`)
    .join('; ')
}

/**
 * Puts a load right that was entered, as it is put right by hand: what the weighbridge showed, and the rest of it by an edit.
 *
 * @throws Refusal `already_exists` where the row can only be another load; as those two commands do
 */
export async function correctLoad(
  trx: Transaction,
  actor: Actor,
  load: AskedLoad,
  there: KnownLoad,
  differences: Difference[],
): Promise<void> {
  const fixed = differences.filter(({ by }) => by === undefined)
  if (fixed.length > 0)
    throw new Refusal(
      'already_exists',
      `The ticket was entered before, and not with this: ${sayDifferences(fixed)}. That is not corrected from a file: delete the movement ${there.id} and send the row again.`,
    )
  const id = String(there.id)
  const { row, weighed, said, route, store, toStore, parties } = load
  const { values } = row
  if (differences.some(({ by }) => by === 'scales'))
    await updateActions(trx, actor, id, {
      reason: BY_IMPORT,
      recordId: there.record_id,
      driver: { name: values.driver ?? null, vehicleRegistration: values.vehicle ?? null },
      weighbridge: { full: weighed.full, empty: weighed.empty },
    })
  if (!differences.some(({ by }) => by === 'edit')) return
  const isMoved = differences.some(({ what: name, by }) => by === 'edit' && name === 'date')
  const place = route.to === 'toStore' ? toStore : store
  await editMovement(trx, actor, id, {
    reason: BY_IMPORT,
    recordId: there.record_id,
    weight: weighed.net,
    ...(isMoved && { movementDateISO: said }),
    destination:
      route.to === 'receiver'
        ? {
            organisationId:
              parties.known.receiver?.id ?? parties.receiver?.id ?? parties.receiver?.name ?? '',
            organisationName: parties.known.receiver?.name ?? parties.receiver?.name ?? null,
          }
        : { storageId: place?.own.storageId ?? '', ...(place && { substorageId: place.bay.id }) },
    ...(values.contract !== undefined && route.kind === 'outbound' && { contractReference: values.contract }),
  })
}
