import type { FaultCode } from '../../../kernel/errors.ts'
import { gramsFromKilograms, sayWeight } from '../../../kernel/weight.ts'
import type { LoadValues } from './load-columns.ts'

/** What a row of a load sheet means, as pure functions. */

export type LoadKind = 'intake' | 'harvest_load' | 'internal' | 'outbound'

/** Where a load comes from and where it goes, by the columns that say it. */
export interface Route {
  kind: LoadKind
  from: 'field' | 'sender' | 'store'
  to: 'store' | 'toStore' | 'receiver'
}

/** What is wrong with a column of a row. */
export interface WrongColumn {
  column: keyof LoadValues
  reason: string
  code: FaultCode
}

function wrong(column: WrongColumn['column'], reason: string, code: FaultCode): { wrong: WrongColumn } {
  return { wrong: { column, reason, code } }
}

/**
 * Which kind of load a row is, by what it names: `Store` is where the stock lies after an intake or a harvest load, and where it lay before
 * it left; `To store` is only where it goes. Grain that somebody else owns, and that no field is named for, was brought by its owner.
 *
 * @example routeOf({ field: 'Top Field', store: 'Long Barn' }, false) // { kind: 'harvest_load', from: 'field', to: 'store' }
 */
export function routeOf(said: LoadValues, isOfAnother: boolean): { route: Route } | { wrong: WrongColumn } {
  const { field, store, toStore } = said
  const isSent = said.sender !== undefined || said.senderId !== undefined
  const isReceived = said.receiver !== undefined || said.receiverId !== undefined
  if (field !== undefined && isSent)
    return wrong('sender', 'stands beside a field: a load comes from one of them', 'contradiction')
  if (isReceived && toStore !== undefined)
    return wrong(
      'receiver',
      'stands beside a store that the load goes to: it goes to one of them',
      'contradiction',
    )
  const origin = field !== undefined ? 'field' : isSent ? 'sender' : undefined
  const end = isReceived ? 'receiver' : toStore !== undefined ? 'toStore' : undefined
  if (store !== undefined && origin !== undefined && end !== undefined)
    return wrong(
      end,
      'is where a load goes that came into this store by another: write a row for each of the two',
      'contradiction',
    )
  const from =
    origin ?? (store !== undefined && end !== undefined ? 'store' : isOfAnother ? 'sender' : undefined)
  const to = end ?? (store === undefined ? undefined : 'store')
  if (to === undefined) return wrong('store', 'is needed: where the load went to, or came from', 'required')
  if (from === undefined) return noOrigin(to)
  if (from === 'sender' && to === 'receiver')
    return wrong(
      'receiver',
      'gets a load that never lay with you: only what comes in, lies or grows with you is kept',
      'contradiction',
    )
  return { route: { kind: kindOf(from, to), from, to } }
}

function noOrigin(to: Route['to']): { wrong: WrongColumn } {
  const reason =
    to === 'receiver'
      ? 'is needed: which of your stores the load came from, or which field'
      : 'does not tell what the load is: name the Field or the Sender that it came from, or the Receiver or the other store that it went to'
  return wrong('store', reason, 'required')
}

function kindOf(from: Route['from'], to: Route['to']): LoadKind {
  if (to === 'receiver') return 'outbound'
  if (from === 'field') return 'harvest_load'
  return from === 'sender' ? 'intake' : 'internal'
}

/** What a load weighs. Kilograms; `full` and `empty` where the weighbridge is known to have shown them. */
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
  if (negative !== undefined) return wrong(columnOf(negative), 'must not be less than 0', 'minimum')
  if (net === undefined && (gross === undefined || tare === undefined))
    return wrong('weight', 'is needed, or both Gross and Tare', 'required')
  if (net === undefined || (gross !== undefined && tare !== undefined)) {
    const grams = gramsFromKilograms(gross ?? 0) - gramsFromKilograms(tare ?? 0)
    if (grams <= 0) return wrong('gross', 'must be more than the tare', 'full_not_above_empty')
    const said3 = net === undefined ? grams : gramsFromKilograms(net)
    if (Math.abs(grams - said3) > TOLERANCE_GRAMS)
      return wrong(
        'weight',
        `is ${sayWeight(said3)}, and gross less tare ${sayWeight(grams)}: put one of the three right`,
        'contradiction',
      )
    return { weighed: { net: grams / 1000, full: gross ?? null, empty: tare ?? null } }
  }
  if (gramsFromKilograms(net) === 0) return wrong('weight', 'must be more than 0', 'minimum')
  if (gross !== undefined && gramsFromKilograms(gross) <= gramsFromKilograms(net))
    return wrong('gross', 'must be more than the net', 'full_not_above_empty')
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

const CLOCK = /^(\d{1,2})[:.h](\d{2})(?:[:.](\d{2}))?\s*(?:uhr|h)?$/i
/** As a spreadsheet counts the time of a day: a part of it. */
const PART_OF_DAY = /^0?[.,]\d+$/
const SECONDS_OF_DAY = 86_400

/** A time of day as ISO 8601 has it, `07:05:00`; undefined where it is none. */
export function timeOfDay(text: string): string | undefined {
  const [, hours, minutes, seconds = '0'] = CLOCK.exec(text.trim()) ?? []
  if (hours !== undefined) return clock([Number(hours), Number(minutes), Number(seconds)])
  if (!PART_OF_DAY.test(text.trim())) return undefined
  const whole = Math.round(Number(text.trim().replace(',', '.')) * SECONDS_OF_DAY)
  return clock([Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60])
}

function clock([hours, minutes, seconds]: [number, number, number]): string | undefined {
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined
  return [hours, minutes, seconds].map((part) => String(part).padStart(2, '0')).join(':')
}

/** The moment of a load as a row says it, in ISO 8601: its date, with the time beside it where the date has none. */
export function momentSaid({ date, time }: Pick<LoadValues, 'date' | 'time'>): string | undefined {
  const clock = time === undefined ? undefined : timeOfDay(time)
  return date === undefined || clock === undefined || date.includes('T') ? date : `${date}T${clock}`
}

const YES = new Set(['yes', 'y', 'true', '1', 'x', 'ja', 'j', 'oui', 'o', 'sold', 'verkauft', 'vendu'])
const NO = new Set(['no', 'n', 'false', '0', 'nein', 'non'])

/** Yes or no in English, German or French; undefined for anything else. */
export function yesOrNo(text: string): boolean | undefined {
  const said = text.trim().toLowerCase()
  return YES.has(said) ? true : NO.has(said) ? false : undefined
}
