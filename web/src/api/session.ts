import { useSyncExternalStore } from 'react'
import { addressOf } from './address.ts'
import { countryHere } from './country.ts'
import { METRIC, unitsHere } from './units.ts'
import { exclusively } from './exclusively.ts'
import { followed } from './followed.ts'
import {
  forgetMe,
  noteLeft,
  noteSignOutSent,
  onOtherTabs,
  personOf,
  readLeft,
  readMe,
  writeMe,
} from './here.ts'
import type { BrowserSession, Error as Fault, FactorChallenge, Me } from './operations.ts'

/**
 * The session of the person signed in here. The access token lives in memory alone; the refresh token is a cookie that no script can read. `offline`:
 * the service was not asked yet, so the person signed in on this device goes on with what is stored there. `expired`: somebody was signed in, and has
 * to enter the password again; what they were typing stays. `replaced`: somebody else is signed in on this device now. This page is of the one
 * before, and is loaded anew.
 */
export type Session =
  | { status: 'unknown' | 'out' | 'replaced' }
  | { status: 'in'; me: Me; token: string; until: number }
  | { status: 'offline' | 'expired'; me: Me }

const SESSION = '/api/identity/browser-session'
const LOCK = 'granary-session'
const LEAST_LEFT_MS = 30_000
const TOLD_AGAIN_MS = 15_000

export const session = followed<Session>({ status: 'unknown' })
export const useSession = () => useSyncExternalStore(session.subscribe, session.get)

/** Returns the signed-in person, or the one who was, where the service cannot be asked at this moment. */
export function whoIsHere(state = session.get()): Me | undefined {
  return 'me' in state ? state.me : undefined
}

session.subscribe(() => countryHere.set(whoIsHere()?.organisation.countryISO ?? ''))
// What an older page kept of them on this device has no units.
session.subscribe(() => unitsHere.set(whoIsHere()?.organisation.units ?? METRIC))

/** Names that person in one word, under which this device stores what is theirs. */
export function personHere(): string | undefined {
  const me = whoIsHere()
  return me && personOf(me)
}

/** Whoever is signed in; a screen is only shown to somebody. */
export function useMe(): Me {
  const me = whoIsHere(useSession())
  if (!me) throw new Error('nobody is signed in')
  return me
}

/** True if the signed-in person may do what needs this permission. */
export function useMay(permission: string): boolean {
  return useMe().permissions.includes(permission)
}

/** Notes that the organisation of whoever is signed in is otherwise from now on: the next answer for the session would say so. */
export function noteOrganisation(changed: Partial<Me['organisation']>): void {
  const state = session.get()
  if (state.status !== 'in') return
  const me = { ...state.me, organisation: { ...state.me.organisation, ...changed } }
  writeMe(me)
  session.set({ ...state, me })
}

/** Notes who is signed in as the service says it now, such as with a second factor that was just set up. */
export function noteMe(me: Me): void {
  const state = session.get()
  if (state.status !== 'in' || personOf(state.me) !== personOf(me)) return
  writeMe(me)
  session.set({ ...state, me })
}

function takeIn({ accessToken, expiresIn, me }: BrowserSession): string | undefined {
  if (accessToken === null || me === null) return undefined
  const before = personHere()
  writeMe(me)
  if (before !== undefined && before !== personOf(me)) {
    session.set({ status: 'replaced' })
    return undefined
  }
  session.set({ status: 'in', me, token: accessToken, until: Date.now() + expiresIn * 1000 })
  return accessToken
}

/** The last sign-out that this tab knows of. */
let leftBefore = readLeft()?.at

/** Follows what other tabs did meanwhile, so that nobody acts as somebody who has left, or unawares as somebody else. */
function notice(): void {
  const { status } = session.get()
  if (status === 'unknown' || status === 'replaced') return
  const left = readLeft()?.at
  const hasLeft = left !== leftBefore
  leftBefore = left
  const [mine, kept] = [whoIsHere(), readMe()]
  if (mine && kept && (hasLeft || personOf(mine) !== personOf(kept))) session.set({ status: 'replaced' })
  else if (mine && hasLeft) session.set({ status: 'out' })
  else if (mine && !kept && status !== 'expired') session.set({ status: 'expired', me: mine })
  // Somebody has signed in elsewhere, maybe the same person again: the next request asks for a token.
  else if (kept && (!mine || status === 'expired')) session.set({ status: 'offline', me: kept })
}

let going: Promise<string | undefined> | undefined

/** A token that is good for a while; undefined if nobody is signed in. Throws where nobody answers. */
export async function token(): Promise<string | undefined> {
  await tellOfLeaving()
  notice()
  const state = session.get()
  if (state.status === 'in' && state.until - Date.now() > LEAST_LEFT_MS) return state.token
  if (state.status === 'out' || state.status === 'expired' || state.status === 'replaced') return undefined
  // One tab at a time where the browser can say so; elsewhere the service gives both the same pair.
  going ??= exclusively(LOCK, refresh).finally(() => (going = undefined))
  return going
}

async function refresh(): Promise<string | undefined> {
  const left = readLeft()?.at
  const answer = await fetch(addressOf(`${SESSION}/refresh`), { method: 'POST' })
  const opened = answer.status === 200 ? ((await answer.json()) as BrowserSession) : undefined
  // Who signed out while the answer was on its way is not let in again by it.
  if (readLeft()?.at !== left) {
    notice()
    return undefined
  }
  if (answer.status === 204 || answer.status === 401) return lock()
  if (opened) return takeIn(opened)
  throw new TypeError(`refresh: ${answer.status}`)
}

/**
 * The session is over, and nobody reads from this device what it was shown. Whoever was in the middle of something is asked for the
 * password where they are.
 */
function lock(): undefined {
  const me = whoIsHere()
  forgetMe()
  session.set(me ? { status: 'expired', me } : { status: 'out' })
  return undefined
}

/** At the start of the page. Without a network it goes on as whoever is signed in on this device, with what is kept there. */
export async function resume(): Promise<void> {
  onOtherTabs(notice)
  addEventListener('online', () => void tellOfLeaving().catch(() => undefined))
  try {
    await token()
  } catch {
    const me = readMe()
    if (me) session.set({ status: 'offline', me })
  }
  leftBefore = readLeft()?.at
  if (session.get().status === 'unknown') session.set({ status: 'out' })
  notice()
}

/** The outcome of signing in: done, organisations to choose from, a factor to show, or why not. */
export type SignedIn =
  | { status: 'in' }
  | { status: 'choose'; organisations: BrowserSession['organisations'] }
  | { status: 'factor'; challenge: FactorChallenge }
  | { status: 'refused'; fault: Fault }

/** Sends what needs no credential, to be answered in the language of the page. Throws where nobody answers. */
export const postOpenly = (path: string, body: object) =>
  fetch(addressOf(path), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Accept-Language': document.documentElement.lang },
    body: JSON.stringify(body),
  })

/** Asks for a session with what was typed, or with what a provider sent back. Throws where nobody answers. */
export async function requestSession(path: string, body: object): Promise<SignedIn> {
  await tellOfLeaving()
  return exclusively(LOCK, async () => {
    const answer = await postOpenly(path, body)
    if (!answer.ok) return { status: 'refused', fault: (await answer.json()) as Fault }
    const opened = (await answer.json()) as BrowserSession
    if (opened.secondFactor) return { status: 'factor', challenge: opened.secondFactor }
    if (opened.me === null) return { status: 'choose', organisations: opened.organisations }
    takeIn(opened)
    return { status: 'in' }
  })
}

/** Ends the session of this browser. The service hears of it before it is asked anything else, now or once it can be reached. */
export async function signOut(): Promise<void> {
  noteLeft()
  leftBefore = readLeft()?.at
  forgetMe()
  session.set({ status: 'out' })
  await tellOfLeaving().catch(() => undefined)
}

let telling: Promise<void> | undefined

/** Has the service end the session of whoever signed out, if it has not heard of that yet. Throws where nobody answers. */
function tellOfLeaving(): Promise<void> {
  if (readLeft()?.isTold !== false) return Promise.resolve()
  telling ??= exclusively(LOCK, tell).finally(() => (telling = undefined))
  return telling
}

async function tell(): Promise<void> {
  const left = readLeft()
  // Another tab may have told it.
  if (left?.isTold !== false) return
  try {
    const answer = await fetch(addressOf(SESSION), { method: 'DELETE' })
    if (!answer.ok) throw new TypeError(`sign out: ${answer.status}`)
    noteSignOutSent(left)
  } catch (error) {
    setTimeout(() => void tellOfLeaving().catch(() => undefined), TOLD_AGAIN_MS)
    throw error
  }
}

/** A token was refused: the next call asks for another. */
export function forgetToken(): void {
  const state = session.get()
  if (state.status === 'in') session.set({ ...state, until: 0 })
}
