import { useSyncExternalStore } from 'react'
import { addressOf } from './address.ts'
import { followed } from './followed.ts'
import { exclusively } from './exclusively.ts'
import type { BrowserSession, Error as Fault, Me } from './operations.ts'

/**
 * Who is signed in here. The access token lives in memory alone; the refresh token is a cookie that no script can read.
 * `offline`: the service cannot be asked, so whoever was here last goes on with what is kept on this device.
 * `expired`: somebody was signed in, and has to say the password again; what they were typing stays.
 */
export type Session =
  | { status: 'unknown' | 'out' }
  | { status: 'in'; me: Me; token: string; until: number }
  | { status: 'offline' | 'expired'; me: Me }

const KEPT = 'granary.me'
const SESSION = '/api/identity/browser-session'
const LEAST_LEFT_MS = 30_000

export const session = followed<Session>({ status: 'unknown' })
export const useSession = () => useSyncExternalStore(session.subscribe, session.get)

/** Who is signed in, also where they were and the service cannot be asked at this moment. */
export function whoIsHere(state = session.get()): Me | undefined {
  return 'me' in state ? state.me : undefined
}

/** Whoever is signed in; a screen is only shown to somebody. */
export function useMe(): Me {
  const me = whoIsHere(useSession())
  if (!me) throw new Error('nobody is signed in')
  return me
}

/** Whether whoever is signed in may do what asks for this permission. */
export function useMay(permission: string): boolean {
  return useMe().permissions.includes(permission)
}

function takeIn({ accessToken, expiresIn, me }: BrowserSession): string | undefined {
  if (accessToken === null || me === null) return undefined
  localStorage.setItem(KEPT, JSON.stringify(me))
  session.set({ status: 'in', me, token: accessToken, until: Date.now() + expiresIn * 1000 })
  return accessToken
}

let going: Promise<string | undefined> | undefined

/** A token that is good for a while; undefined if nobody is signed in. Throws where nobody answers. */
export function token(): Promise<string | undefined> {
  const state = session.get()
  if (state.status === 'in' && state.until - Date.now() > LEAST_LEFT_MS) return Promise.resolve(state.token)
  if (state.status === 'out' || state.status === 'expired') return Promise.resolve(undefined)
  // One tab at a time where the browser can say so; elsewhere the service gives both the same pair.
  going ??= exclusively('granary-refresh', refresh).finally(() => (going = undefined))
  return going
}

async function refresh(): Promise<string | undefined> {
  const answer = await fetch(addressOf(`${SESSION}/refresh`), { method: 'POST' })
  if (answer.status === 204 || answer.status === 401) return lock()
  if (answer.ok) return takeIn((await answer.json()) as BrowserSession)
  throw new TypeError(`refresh: ${answer.status}`)
}

/** The session is over. Whoever was in the middle of something is asked for the password where they are. */
function lock(): undefined {
  const me = whoIsHere()
  session.set(me ? { status: 'expired', me } : { status: 'out' })
  return undefined
}

/** At the start of the page. Without a network it goes on as whoever was here last, with what is kept on this device. */
export async function resume(): Promise<void> {
  try {
    await token()
  } catch {
    const kept = localStorage.getItem(KEPT)
    session.set(kept === null ? { status: 'out' } : { status: 'offline', me: JSON.parse(kept) as Me })
  }
}

/** What came of signing in: done, organisations to choose from, or why not. */
export type SignedIn =
  | { status: 'in' }
  | { status: 'choose'; organisations: BrowserSession['organisations'] }
  | { status: 'refused'; fault: Fault }

/** Asks for a session with what was typed: to sign in, or to make the first organisation. Throws where nobody answers. */
async function open(path: string, body: object): Promise<SignedIn> {
  const answer = await fetch(addressOf(path), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) return { status: 'refused', fault: (await answer.json()) as Fault }
  const opened = (await answer.json()) as BrowserSession
  if (takeIn(opened) === undefined) return { status: 'choose', organisations: opened.organisations }
  return { status: 'in' }
}

export const signIn = (body: { email: string; password: string; organisationId?: string }) =>
  open(SESSION, body)
export const setUp = (body: object) => open('/api/identity/setup', body)

/** Ends the session of this browser, also where the service does not hear of it now. */
export async function signOut(): Promise<void> {
  await fetch(addressOf(SESSION), { method: 'DELETE' }).catch(() => undefined)
  localStorage.removeItem(KEPT)
  session.set({ status: 'out' })
}

/** A token was refused: the next call asks for another. */
export function forgetToken(): void {
  const state = session.get()
  if (state.status === 'in') session.set({ ...state, until: 0 })
}
