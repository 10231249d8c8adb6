import { isDay, momentOf } from '../../i18n/days.ts'
import type { Language } from '../../i18n/languages.ts'
import { parseMeasure } from '../../i18n/numbers.ts'

/** A session as it is typed. */
export interface SessionDraft {
  name: string
  isAll: boolean
  storageIds: string[]
  /** Bays beside those of the stores. */
  bayIds: number[]
  when: 'now' | 'day' | 'moment'
  day: string
  time: string
  isBlind: boolean
  percent: string
  weight: string
  counterIds: string[]
  approverIds: string[]
}

export const blankSession = (): SessionDraft => ({
  name: '',
  isAll: true,
  storageIds: [],
  bayIds: [],
  when: 'now',
  day: '',
  time: '',
  isBlind: false,
  percent: '',
  weight: '',
  counterIds: [],
  approverIds: [],
})

interface Read {
  language: Language
  timeZone: string
  /** The weight of the tolerance as it was read; undefined where it is none. */
  kg: number | undefined
}

/** Reads per cent; null where nothing was typed, undefined where it is no share. */
export function percentOf(typed: string, language: Language): number | null | undefined {
  const read = parseMeasure(typed.trim().replace(/\s*%$/, ''), language)
  if (!('value' in read)) return read.fault === 'none' ? null : undefined
  return read.value <= 100 ? read.value : undefined
}

/** The cut-off as it is sent: left out it is now, a day alone is its close. Undefined while it is not typed. */
function cutOffOf({ when, day, time }: SessionDraft, timeZone: string): { cutOffISO?: string } | undefined {
  if (when === 'now') return {}
  if (!isDay(day)) return undefined
  if (when === 'day') return { cutOffISO: day }
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(time)
    ? { cutOffISO: momentOf(day, time, timeZone).toISOString() }
    : undefined
}

/** Builds the request of a session; undefined while something is missing or cannot be read. */
export function sessionBodyOf(draft: SessionDraft, { language, timeZone, kg }: Read) {
  const { name, isAll, storageIds, bayIds, isBlind, counterIds, approverIds } = draft
  const percent = percentOf(draft.percent, language)
  const cutOff = cutOffOf(draft, timeZone)
  const hasBays = isAll || storageIds.length + bayIds.length > 0
  const isWeightRead = draft.weight.trim() === '' || kg !== undefined
  if (name.trim() === '' || !hasBays || cutOff === undefined || percent === undefined || !isWeightRead)
    return undefined
  const tolerance = { ...(percent !== null && { percent }), ...(kg !== undefined && { weight: kg }) }
  return {
    name: name.trim(),
    ...(!isAll && { storageIds, substorageIds: bayIds }),
    ...cutOff,
    isBlind,
    ...(Object.keys(tolerance).length > 0 && { tolerance }),
    ...(counterIds.length > 0 && { counterIds }),
    ...(approverIds.length > 0 && { approverIds }),
  }
}
