import { useSyncExternalStore } from 'react'
import { followed } from './followed.ts'

/** Beyond this a ticket would bear a wrong time that somebody argues about. */
const TOLERATED_MS = 2 * 60_000

const offset = followed(0)

/** Compares the clock of this device with the service's, which every answer tells. */
export function noteServerTime(date: string | null): void {
  const server = Date.parse(date ?? '')
  if (Number.isNaN(server)) return
  const off = Date.now() - server
  const isWrong = Math.abs(off) > TOLERATED_MS
  if (isWrong !== (offset.get() !== 0)) offset.set(isWrong ? off : 0)
}

/** By how many minutes the clock of this device is wrong; 0 if it is right enough. */
export function useClockOffsetMinutes(): number {
  return Math.round(useSyncExternalStore(offset.subscribe, offset.get) / 60_000)
}

/** The moment by the service's clock, as far as it has been heard: the clock of a device may be wrong. */
export const now = (): Date => new Date(Date.now() - offset.get())
