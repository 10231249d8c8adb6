import type { Actor } from '../../../http/actor.ts'
import { formatDate } from '../../../kernel/time.ts'
import { statedWords } from '../understood.ts'
import type { UnderstoodSchema } from '../../../system/imports/imports.ts'
import { message, type Message } from '../../../words/catalogue.ts'
import { measures, type LoadRow } from './load-columns.ts'
import type { Route } from './load-rules.ts'
import type { PartiesOfRow } from './parties-of-loads.ts'
import type { LoadPlace, ReadPlaces, When } from './read-load.ts'

/** Describes a row's load as understood, as far as it is known before the load is stored. */
export function understoodOf(
  { values }: LoadRow,
  route: Route | undefined,
  { store, toStore, field }: Pick<ReadPlaces, 'store' | 'toStore' | 'field'>,
  { sender, receiver, owner, known }: PartiesOfRow,
): UnderstoodSchema {
  const nameOf = (role: 'sender' | 'receiver' | 'owner', said = { sender, receiver, owner }[role]) =>
    known[role]?.name ?? said?.name ?? said?.id
  const words = {
    field: field?.name ?? values.field,
    sender: nameOf('sender') ?? nameOf('owner'),
    receiver: nameOf('receiver'),
    store: placeName(store, values.store, values.bay),
    toStore: placeName(toStore, values.toStore, values.toBay),
  }
  const kept = route?.to === 'toStore' && route.from !== 'store' ? toStore : store
  return {
    ...(route && { movement: route.kind }),
    ...(values.moisture !== undefined && { moisturePercentage: values.moisture }),
    ...statedWords({
      from: route && words[route.from],
      to: route && words[route.to],
      partner:
        route?.to === 'receiver' ? words.receiver : route?.kind === 'intake' ? words.sender : undefined,
      owner: nameOf('owner'),
      field: words.field,
      store: kept?.own.storageName ?? values.store ?? values.toStore,
      bay: kept?.bay.name ?? values.bay ?? values.toBay,
      ticket: values.ticket,
      vehicle: values.vehicle,
      businessUnit: values.businessUnit,
    }),
  }
}

/** The moment by the clocks of the organisation, with their difference from UTC; a day alone as a day. */
export function understoodWhen({ at, hasTime }: When, { timeZone }: Actor): UnderstoodSchema {
  if (at === undefined) return {}
  if (!hasTime) return { date: formatDate(at, timeZone) }
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
  return { date: local.toString({ smallestUnit: 'minute', timeZoneName: 'never' }) }
}

function placeName(place: LoadPlace | undefined, store: string | undefined, bay: string | undefined) {
  const parts = [place?.own.storageName ?? store, place?.bay.name ?? bay]
  return parts.filter((part) => part !== undefined).join(', ')
}

/** Lists details of a row that have nowhere to be stored. */
export function unkept(row: LoadRow, route: Route | undefined): Message[] {
  if (!route) return []
  const comesIn = route.kind === 'intake' || route.kind === 'harvest_load'
  const measured = Object.keys(measures).filter(
    (column) => row.values[column as keyof typeof measures] !== undefined,
  )
  return [
    ...(!comesIn && measured.length > 0 ? [message('measuredIsLeftOut', {})] : []),
    ...(row.values.contract !== undefined && route.kind === 'harvest_load'
      ? [message('contractIsOfOwner', {})]
      : []),
    ...(row.values.contract !== undefined && route.kind === 'internal'
      ? [message('contractIsLeftOut', {})]
      : []),
  ]
}
