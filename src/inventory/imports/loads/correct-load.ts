import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { namedOf, readingsOfFile } from './load-bodies.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { nameKey } from '../../../kernel/names.ts'
import { isSameDay, formatTime } from '../../../kernel/time.ts'
import { gramsFromKilograms, kilogramsFromGrams } from '../../../kernel/weight.ts'
import { editMovement } from '../../loads/edit/edit-movement.ts'
import { updateActions } from '../../loads/edit/update-actions.ts'
import { isSameLorry } from '../../loads/tickets/same-ticket-rules.ts'
import { cropOf } from '../named-crop.ts'
import { message } from '../../../words/catalogue.ts'
import type { Trait, Fact, Difference } from '../../../words/terms.ts'
import { isSameFact, nameFact } from '../../differences.ts'
import type { AskedLoad } from './validate-loads.ts'
import type { KnownLoad } from './known-loads.ts'
import { BY_IMPORT } from './undo-loads.ts'

/** A row whose ticket is known and that says otherwise of it. */
export interface LoadDifference extends Difference {
  /** By which command it can be put right; it is another load where there is none. */
  by: 'scales' | 'edit' | undefined
}

/** Lists a row's differences from a load that was entered. Fields missing from the row are not compared. */
export function differencesFrom(actor: Actor, load: AskedLoad, there: KnownLoad): LoadDifference[] {
  return [
    ...whenAndHowMuch(actor, load, there),
    ...whereAndWho(load, there),
    ...what(actor, load, there),
  ].filter((each) => !isSameFact(each))
}

function whenAndHowMuch(
  { timeZone }: Actor,
  { at, hasTime, weighed }: AskedLoad,
  there: KnownLoad,
): LoadDifference[] {
  const isWeighed = weighed.full !== null && weighed.empty !== null
  const weight = (
    trait: Trait,
    was: number | null,
    kilograms: number | null,
    by: LoadDifference['by'],
  ): LoadDifference[] => {
    const is = kilograms === null ? was : gramsFromKilograms(kilograms)
    if (is === null || is === was) return []
    const [before, now] = [was, is].map((grams): Fact =>
      grams === null ? { none: 'not weighed' } : { kilograms: kilogramsFromGrams(grams) },
    ) as [Fact, Fact]
    return [{ trait, there: before, here: now, by }]
  }
  const moment = (instant: Date): Fact => ({ atUTC: instant.toISOString(), timeZone, hasTime })
  // A day alone says nothing of the time, and nothing does of the seconds.
  const isSame =
    isSameDay(there.effective_at, at, timeZone) &&
    (!hasTime || formatTime(there.effective_at, timeZone) === formatTime(at, timeZone))
  return [
    ...(isSame
      ? []
      : [
          {
            trait: 'date' as const,
            there: moment(there.effective_at),
            here: moment(at),
            by: 'edit' as const,
          },
        ]),
    ...weight('weight', there.weight_grams, weighed.net, isWeighed ? 'scales' : 'edit'),
    ...weight('gross', there.full_grams, weighed.full, 'scales'),
    ...weight('tare', there.empty_grams, weighed.empty, 'scales'),
  ]
}

function whereAndWho(load: AskedLoad, there: KnownLoad): LoadDifference[] {
  const { route, row, store, toStore, field, parties } = load
  const { values } = row
  const goesTo = route.to === 'toStore' ? toStore : store
  const party = route.to === 'receiver' ? ('receiver' as const) : ('sender' as const)
  const named = parties[party]
  const partyId = parties.known[party]?.id ?? named?.id ?? named?.name ?? ''
  return [
    ...(route.to === 'receiver' ? [] : ids('bay that it went to', there.to_bay_id, goesTo?.bay, 'edit')),
    ...(route.from === 'store' ? ids('bay that it came from', there.from_bay_id, store?.bay, undefined) : []),
    ...(route.from === 'field'
      ? ids('field', there.from_storage_id, field && { id: field.id, name: field.name }, undefined)
      : []),
    ...(named
      ? [
          {
            trait: party,
            there: nameFact(party === 'receiver' ? there.receiver_id : there.sender_id),
            here: { name: partyId },
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
  trait: Trait,
  there: string | number | null,
  here: { id: string | number; name: string } | undefined,
  by: LoadDifference['by'],
): LoadDifference[] {
  if (String(there ?? '') === String(here?.id ?? '')) return []
  return [{ trait, there: { none: 'another' }, here: { name: here?.name ?? '' }, by }]
}

function words(
  trait: Trait,
  there: string | null,
  here: string | undefined,
  by: LoadDifference['by'],
): LoadDifference[] {
  if (here === undefined || nameKey(there ?? '') === nameKey(here)) return []
  return [{ trait, there: there === null ? { none: 'none' } : { name: there }, here: { name: here }, by }]
}

/** Compares the grain. A blend may have another name by now, so variety and grade are not compared. */
function what(actor: Actor, { row, route }: AskedLoad, there: KnownLoad): LoadDifference[] {
  const source = { ...there, id: there.record_id, storage_id: there.from_storage_id ?? '' }
  const others = cropOf(row, actor).traits.filter(
    ({ column, isOf }) => (column === 'commodity' || column === 'harvestYear') && !isOf(source),
  )
  const { moisture } = row.values
  const comesIn = route.kind === 'intake' || route.kind === 'harvest_load'
  return [
    ...others.map(({ column }): LoadDifference => {
      const isYear = column === 'harvestYear'
      return {
        trait: isYear ? 'harvest year' : 'commodity',
        there: isYear ? { name: there.harvest_year } : { none: 'another' },
        here: { name: row.values[column] ?? '' },
        by: undefined,
      }
    }),
    ...(comesIn && moisture !== undefined
      ? [
          {
            trait: 'moisture' as const,
            there:
              there.moisture === null ? { none: 'not measured' as const } : { percentage: there.moisture },
            here: { percentage: moisture },
            by: undefined,
          },
        ]
      : []),
  ]
}

/** The differences as messages have them. */
export function plainDifferences(differences: LoadDifference[]): Difference[] {
  return differences.map(({ trait, there, here }) => ({ trait, there, here }))
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
  differences: LoadDifference[],
): Promise<void> {
  const fixed = differences.filter(({ by }) => by === undefined)
  if (fixed.length > 0)
    throw new Refusal(
      'already_exists',
      message('ticketIsOther', { differences: plainDifferences(fixed), movementId: there.id }),
    )
  const id = String(there.id)
  const { row, weighed, said, route, store, toStore, parties } = load
  const { values } = row
  if (differences.some(({ by }) => by === 'scales'))
    await updateActions(trx, actor, id, {
      reason: BY_IMPORT,
      recordId: there.record_id,
      driver: { name: values.driver ?? null, vehicleRegistration: values.vehicle ?? null },
      weighbridge: {
        full: weighed.full,
        empty: weighed.empty,
        ...(weighed.full !== null && weighed.empty !== null && { readings: readingsOfFile }),
      },
    })
  if (!differences.some(({ by }) => by === 'edit')) return
  const isMoved = differences.some(({ trait, by }) => by === 'edit' && trait === 'date')
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
    ...namedOf(load),
  })
}
