import { addressOf } from './api/address.ts'

type Hear = (next: ServiceWorker) => void
const listeners = new Set<Hear>()
let ready: ServiceWorker | undefined

/** Calls back when a new version of the page is ready to be let in. */
export function onUpdate(listener: Hear): () => void {
  listeners.add(listener)
  if (ready) listener(ready)
  return () => void listeners.delete(listener)
}

/** Lets the new version in, which loads the page again. Drafts are kept as they are typed. */
export function takeUpdate(next: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload())
  next.postMessage('take over')
}

/** Looks for the newest version and loads it. */
export async function loadNewest(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  await registration?.update().catch(() => undefined)
  if (registration?.waiting) takeUpdate(registration.waiting)
  else location.reload()
}

/** A page that stays open for weeks, as at a weighbridge, would otherwise never look. */
const LOOK_EVERY_MS = 15 * 60_000

/** Looks for a newer version now and then, and when the device is back in the network. What is found waits until it is let in. */
function keepLooking(registration: ServiceWorkerRegistration): void {
  const look = () => void registration.update().catch(() => undefined)
  setInterval(look, LOOK_EVERY_MS)
  addEventListener('online', look)
}

/** Without a network the page comes from the service worker. Browsers have none where there is no TLS. */
export async function startServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.register(trusted(addressOf('sw.js')))
  keepLooking(registration)
  registration.addEventListener('updatefound', () => {
    const next = registration.installing
    next?.addEventListener('statechange', () => {
      if (next.state !== 'installed' || !navigator.serviceWorker.controller) return
      ready = next
      for (const listener of listeners) listener(next)
    })
  })
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): string
  }
}
declare global {
  interface Window {
    trustedTypes?: TrustedTypes
  }
}

/** The one address from which a script may come that is not part of the page. */
function trusted(url: string): string {
  const policy = window.trustedTypes?.createPolicy('granary', {
    createScriptURL: (asked) => {
      if (asked !== addressOf('sw.js')) throw new TypeError(asked)
      return asked
    },
  })
  return policy ? policy.createScriptURL(url) : url
}
