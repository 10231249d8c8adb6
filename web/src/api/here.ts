import type { Me } from './operations.ts'
import { remember } from './remember.ts'

// What the tabs of this device know of each other: who is signed in, and when somebody last signed out. All of them read it at once.

const ME = 'granary.me'
const LEFT = 'granary.left'

/** The last sign-out on this device, and whether the service has heard of it. */
interface Left {
  at: number
  isTold: boolean
}

/** One person in one organisation: what a device keeps is theirs alone. */
export const personOf = ({ userId, organisation }: Me): string => `${organisation.id}.${userId}`

const read = (key: string): unknown => JSON.parse(localStorage.getItem(key) ?? 'null')

/** Whoever is signed in on this device, in any tab. */
export const readMe = () => (read(ME) as Me | null) ?? undefined
export const writeMe = (me: Me) => remember(ME, JSON.stringify(me))
export const forgetMe = () => localStorage.removeItem(ME)

/** The last sign-out, if there was one. */
export const readLeft = () => (read(LEFT) as Left | null) ?? undefined

/** Notes that whoever was here has signed out, before anything else is done about it: it outlives the page and a dead network. */
export function noteLeft(): void {
  const at = Math.max(Date.now(), (readLeft()?.at ?? 0) + 1)
  remember(LEFT, JSON.stringify({ at, isTold: false } satisfies Left))
}

/** The service has heard of this sign-out; of a later one it has not. */
export function noteSignOutSent({ at }: Left): void {
  if (readLeft()?.at === at) remember(LEFT, JSON.stringify({ at, isTold: true } satisfies Left))
}

/** Calls back when another tab has changed any of it, and when this one comes back into view: until then it may have heard of nothing. */
export function onOtherTabs(notice: () => void): void {
  addEventListener('storage', ({ key }) => {
    if (key === null || key === ME || key === LEFT) notice()
  })
  addEventListener('pageshow', notice)
  document.addEventListener('visibilitychange', notice)
}
