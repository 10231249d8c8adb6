import type { FaultCode } from '../../../kernel/errors.ts'
import { readTimeOfDay } from '../../../kernel/time-of-day.ts'
import { gramsFromKilograms, kilogramsFromGrams } from '../../../kernel/weight.ts'
import { message, type Message } from '../../../words/catalogue.ts'
import type { LoadValues } from './load-columns.ts'

/** Rules for reading a row of a load sheet, as pure functions. */

export type LoadKind = 'intake' | 'harvest_load' | 'internal' | 'outbound'

/** The start and end of a load, by the columns that name them. */
export interface Route {
  kind: LoadKind
  from: 'field' | 'sender' | 'store'
  to: 'store' | 'toStore' | 'receiver'
}

/** A column of a row with its fault. */
export interface WrongColumn {
  column: keyof LoadValues
  reason: Message
  code: FaultCode
}

function wrong(column: WrongColumn['column'], reason: Message, code: FaultCode): { wrong: WrongColumn } {
  return { wrong: { column, reason, code } }
}

/**
 * Which kind of load a row is, by what it names: `Store` is where the stock lies after an intake or a harvest load, and where it lay before
 * it left; `To store` is only where it goes. Grain that somebody else owns, and that no field is named for, was brought by its owner.
 *
 * @example loadRouteOf({ field: 'Top Field', store: 'Long Barn' }, false) // { kind: 'harvest_load', from: 'field', to: 'store' }
 */
export function loadRouteOf(
  said: LoadValues,
  isOfAnother: boolean,
): { route: Route } | { wrong: WrongColumn } {
  const { field, store, toStore } = said
  const isSent = said.sender !== undefined || said.senderId !== undefined
  const isReceived = said.receiver !== undefined || said.receiverId !== undefined
  if (field !== undefined && isSent) return wrong('sender', message('standsBesideField', {}), 'contradiction')
  if (isReceived && toStore !== undefined)
    return wrong('receiver', message('standsBesideStore', {}), 'contradiction')
  const origin = field !== undefined ? 'field' : isSent ? 'sender' : undefined
  const end = isReceived ? 'receiver' : toStore !== undefined ? 'toStore' : undefined
  if (store !== undefined && origin !== undefined && end !== undefined)
    return wrong(end, message('loadGoesOn', {}), 'contradiction')
  const from =
    origin ?? (store !== undefined && end !== undefined ? 'store' : isOfAnother ? 'sender' : undefined)
  const to = end ?? (store === undefined ? undefined : 'store')
  if (to === undefined) return wrong('store', message('placeIsNeeded', {}), 'required')
  if (from === undefined) return noOrigin(to)
  if (from === 'sender' && to === 'receiver')
    return wrong('receiver', message('neverLayHere', {}), 'contradiction')
  return { route: { kind: kindOf(from, to), from, to } }
}

function noOrigin(to: Route['to']): { wrong: WrongColumn } {
  const reason = to === 'receiver' ? 'originIsNeeded' : 'routeIsUnclear'
  return wrong('store', message(reason, {}), 'required')
}

function kindOf(from: Route['from'], to: Route['to']): LoadKind {
  if (to === 'receiver') return 'outbound'
  if (from === 'field') return 'harvest_load'
  return from === 'sender' ? 'intake' : 'internal'
}

/** Weight of a load in kilograms; `full` and `empty` where the weighbridge is known to have shown them. */
export interface WeighedLoad {
  net: number
  full: number | null
  empty: number | null
}

/** Scales show whole kilograms or pounds, and a sheet may have rounded one of the three. */
const TOLERANCE_GRAMS = 500

/**
 * The net of a load: as it stands, or gross − tare. Of three weights each is checked against the others, and of two the third follows.
 *
 * @param said kilograms
 */
export function weigh(said: {
  gross: number | undefined
  tare: number | undefined
  net: number | undefined
}): { weighed: WeighedLoad } | { wrong: WrongColumn } {
  const { gross, tare, net } = said
  const negative = (['gross', 'tare', 'net'] as const).find((name) => (said[name] ?? 0) < 0)
  if (negative !== undefined) return wrong(columnOf(negative), message('isNegative', {}), 'minimum')
  if (net === undefined && (gross === undefined || tare === undefined))
    return wrong('weight', message('weightIsNeeded', {}), 'required')
  if (net === undefined || (gross !== undefined && tare !== undefined)) {
    const grams = gramsFromKilograms(gross ?? 0) - gramsFromKilograms(tare ?? 0)
    if (grams <= 0) return wrong('gross', message('isNotAboveTare', {}), 'full_not_above_empty')
    const said3 = net === undefined ? grams : gramsFromKilograms(net)
    if (Math.abs(grams - said3) > TOLERANCE_GRAMS)
      return wrong(
        'weight',
        message('weightsDisagree', {
          net: kilogramsFromGrams(said3),
          difference: kilogramsFromGrams(grams),
        }),
        'contradiction',
      )
    return { weighed: { net: grams / 1000, full: gross ?? null, empty: tare ?? null } }
  }
  if (gramsFromKilograms(net) === 0) return wrong('weight', message('isNotAbove', { limit: 0 }), 'minimum')
  if (gross !== undefined && gramsFromKilograms(gross) <= gramsFromKilograms(net))
    return wrong('gross', message('isNotAboveNet', {}), 'full_not_above_empty')
  const third = (grams: number) => grams / 1000
  if (gross !== undefined)
    return {
      weighed: { net, full: gross, empty: third(gramsFromKilograms(gross) - gramsFromKilograms(net)) },
    }
  if (tare !== undefined)
    return { weighed: { net, full: third(gramsFromKilograms(tare) + gramsFromKilograms(net)), empty: tare } }
  return { weighed: { net, full: null, empty: null } }
}

function columnOf(name: 'gross' | 'tare' | 'net'): WrongColumn['column'] {
  return name === 'net' ? 'weight' : name
}

/** When a load was, as its row says it. */
export interface StatedMoment {
  /** In ISO 8601: the date, with the time beside it where the date has none. */
  moment: string
  hasTime: boolean
  /** That the date and the column beside it say two times, and which of them was taken. */
  warnings: Message[]
}

/**
 * The moment of a load as its row says it; undefined where it says no date. A date at midnight with a time beside it is a day, as spreadsheets write
 * one. Of two times the one of the date is taken, and said.
 */
export function statedMoment({ date, time }: Pick<LoadValues, 'date' | 'time'>): StatedMoment | undefined {
  if (date === undefined) return undefined
  const [day = '', its] = date.split('T')
  const read = time === undefined ? undefined : readTimeOfDay(time)
  const beside = typeof read === 'string' ? read : undefined
  const isMidnight = its !== undefined && /^00:00(?::00(?:\.0+)?)?$/.test(its)
  if (its === undefined || (isMidnight && beside !== undefined))
    return {
      moment: beside === undefined ? day : `${day}T${beside}`,
      hasTime: beside !== undefined,
      warnings: [],
    }
  // A date with its zone may say the same moment by other clocks.
  const isZoned = /(?:z|[+-]\d{2}:?\d{2})$/i.test(its)
  const isOther = beside !== undefined && !isZoned && its.slice(0, 5) !== beside.slice(0, 5)
  const warnings = isOther
    ? [message('timesDiffer', { taken: its.slice(0, 5), beside: beside.slice(0, 5) })]
    : []
  return { moment: date, hasTime: true, warnings }
}

const YES = new Set(['yes', 'y', 'true', '1', 'x', 'ja', 'j', 'oui', 'o', 'sold', 'verkauft', 'vendu'])
const NO = new Set(['no', 'n', 'false', '0', 'nein', 'non'])

/** Yes or no in English, German or French; undefined for anything else. */
export function yesOrNo(text: string): boolean | undefined {
  const said = text.trim().toLowerCase()
  return YES.has(said) ? true : NO.has(said) ? false : undefined
}
