import { addressOf } from './address.ts'
import { followed } from './followed.ts'

/** While nobody answers it is asked so often whether somebody does. */
const ASKED_AGAIN_MS = 3000

/** True if the service can be reached, as far as this page knows: the device has a network, and the last request was answered. */
export const reach = followed<boolean>(navigator.onLine)

let asking: ReturnType<typeof setInterval> | undefined

/** Notes whether a request was answered. While none is, the service is asked from time to time. */
export function noteReach(isReached: boolean): void {
  if (isReached) {
    clearInterval(asking)
    asking = undefined
  } else asking ??= setInterval(() => void askWhetherThere(), ASKED_AGAIN_MS)
  if (reach.get() !== isReached) reach.set(isReached)
}

async function askWhetherThere(): Promise<void> {
  if (!navigator.onLine) return
  await fetch(addressOf('/healthz')).then(
    () => noteReach(true),
    () => undefined,
  )
}

/** Follows what the device says of its network. */
export function watchReach(): void {
  addEventListener('online', () => void askWhetherThere())
  addEventListener('offline', () => noteReach(false))
}
