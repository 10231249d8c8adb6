import { remember } from '../api/remember.ts'

/**
 * The place of this tab among those of this browser, from 1: what is typed in one tab is not another's. It is free again when the tab is
 * closed or its browser killed, so that whoever comes next finds what was typed there.
 */
export const tabPlace = (): number => place

let place = 1

const KEPT = 'granary.tab'
const MOST_TABS = 50
/** A page that is loaded again may still hold its own place for a moment. */
const RELOADED_WITHIN_MS = 1000

/** Takes the place that this tab had, or the first free one. Without TLS browsers have no locks: then all tabs type in one place. */
export async function takeTabPlace(): Promise<void> {
  if (!('locks' in navigator)) return
  const before = Number(sessionStorage.getItem(KEPT))
  if (before > 0 && (await holds(before, { signal: AbortSignal.timeout(RELOADED_WITHIN_MS) })))
    return take(before)
  for (let each = 1; each <= MOST_TABS; each++)
    if (await holds(each, { ifAvailable: true })) return take(each)
}

function take(free: number): void {
  place = free
  remember(KEPT, String(free), sessionStorage)
}

/** Holds a place until the tab is closed; answers false where another tab has it. */
function holds(each: number, options: LockOptions): Promise<boolean> {
  return new Promise((answer) => {
    navigator.locks
      .request(`granary-tab-${each}`, options, (lock) => {
        answer(lock !== null)
        return lock ? new Promise<void>(() => undefined) : undefined
      })
      .catch(() => answer(false))
  })
}
