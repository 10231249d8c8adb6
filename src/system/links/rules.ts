import { message, type Message } from '../../words/catalogue.ts'

/** Rules on where short links may lead. Pure, and the only ones: a link is checked when it is made and again when it is followed. */

/** The purpose of a link: how it is counted, and where below the host it may lead. */
export interface LinkTemplate {
  name: string
  /** `utm_medium`; nothing is added where it is empty. */
  medium: string
  /** Start of the address's path, where relative addresses begin. Begins and ends with a slash. */
  path: string
}

/** The templates there always are; the settings may add others and change these. */
export const builtInTemplates: LinkTemplate[] = [
  { name: 'plain', medium: '', path: '/' },
  { name: 'email', medium: 'email', path: '/' },
  { name: 'sms', medium: 'sms', path: '/' },
  { name: 'qr', medium: 'qr', path: '/' },
  { name: 'social', medium: 'social', path: '/' },
]

export interface LinkRules {
  /** Address at which people reach the service; relative addresses belong to it. */
  publicUrl: string
  /** Hosts, with their ports where those are not the usual ones, that links may lead to. */
  hosts: string[]
}

export type TargetVerdict = { target: URL; problem?: never } | { target?: never; problem: Message }

const SCHEME = /^[a-z][a-z0-9+.-]*:/i
const AUTHORITY = /^https?:\/\/([^/?#]*)/i
// No user and password, no escapes, no letters that look like others.
const PLAIN_HOST = /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:\d{1,5})?$/i

/**
 * Decides if a link may lead to this address, and gives the address. It is taken as a browser would read it, and refused where browsers and people
 * could read it differently.
 *
 * @param given absolute; or relative, to the template's path, or with a slash first to where people reach the service
 */
export function validateTarget(
  given: string,
  { path }: LinkTemplate,
  { publicUrl, hosts }: LinkRules,
): TargetVerdict {
  if (hasOddCharacter(given)) return { problem: message('linkHasOddCharacters', {}) }
  const authority = AUTHORITY.exec(given)?.[1]
  if (SCHEME.test(given) && authority === undefined) return { problem: message('mustBeHttp', {}) }
  if (authority !== undefined && !PLAIN_HOST.test(authority))
    return { problem: message('linkHasOddHost', {}) }
  if (authority === undefined && given.startsWith('//')) return { problem: message('linkHasNoScheme', {}) }
  const root = withSlash(publicUrl)
  const base = URL.parse(path.slice(1), root)
  // After the slash there may be anything, and it must not become a scheme.
  const target = given.startsWith('/') ? URL.parse(`./${given.slice(1)}`, root) : URL.parse(given, base?.href)
  if (!base || !target) return { problem: message('isNoAddress', {}) }
  if (target.protocol !== 'https:' && target.protocol !== 'http:')
    return { problem: message('mustBeHttp', {}) }
  const isOurs = target.host === base.host
  if (!hosts.some((host) => host.toLowerCase() === target.host))
    return { problem: message('linkLeadsElsewhere', { host: target.host, hosts }) }
  const start = isOurs ? base.pathname : path
  if (path !== '/' && !target.pathname.startsWith(start))
    return { problem: message('linkLeadsAbove', { path: start }) }
  return { target }
}

/** Whatever a parser would drop, turn into something else or hand on to a header. */
function hasOddCharacter(text: string): boolean {
  return text === '' || /[\p{Cc}\p{Cf}\p{Z}\\]/u.test(text)
}

function withSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`
}

const NAME = /^[a-z0-9][a-z0-9_-]{0,49}$/i

/** The template of this name, in small letters or capitals; undefined where nobody has set one up. */
export function findTemplate(templates: LinkTemplate[], name: string): LinkTemplate | undefined {
  const key = name.trim().toLowerCase()
  return (
    templates.find((each) => each.name === name) ?? templates.find((each) => each.name.toLowerCase() === key)
  )
}

const PATH = /^\/([A-Za-z0-9._~-]+\/)*$/

/**
 * The templates of the settings, as JSON such as `[{"name":"offer","medium":"email","path":"/offers/"}]`, with the built-in
 * ones that they leave as they are; undefined where it is none such.
 */
export function parseTemplates(text: string): LinkTemplate[] | undefined {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!Array.isArray(given) || !given.every(isTemplate)) return undefined
  const own = given.map(({ name, medium = '', path = '/' }) => ({ name, medium, path }))
  const names = new Set(own.map(({ name }) => name))
  if (names.size < own.length) return undefined
  return [...builtInTemplates.filter(({ name }) => !names.has(name)), ...own]
}

function isTemplate(value: unknown): value is { name: string; medium?: string; path?: string } {
  if (typeof value !== 'object' || value === null) return false
  const { name, medium = '', path = '/', ...more } = value as Record<string, unknown>
  return (
    typeof name === 'string' &&
    NAME.test(name) &&
    typeof medium === 'string' &&
    medium.length <= 50 &&
    typeof path === 'string' &&
    PATH.test(path) &&
    !/\/\.{1,2}\//.test(path) &&
    Object.keys(more).length === 0
  )
}

/** True if a setting names a host as links are compared with it: in small letters, with a port where it is not the usual one. */
export function isLinkHost(text: string): boolean {
  return PLAIN_HOST.test(text) && URL.parse(`https://${text}`)?.host === text
}

/** Adds the values to count by to an address, in place of any that it has itself; the rest of its query stays as it is. */
export function withUtm(target: URL, utm: { source: string; campaign: string; medium: string }): URL {
  const added = Object.entries(utm)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => [`utm_${name}`, encodeURIComponent(value)] as const)
  if (added.length === 0) return target
  const names = new Set<string>(added.map(([name]) => name))
  const kept = target.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !names.has(pair.split('=')[0] ?? ''))
  const marked = new URL(target)
  marked.search = [...kept, ...added.map(([name, value]) => `${name}=${value}`)].join('&')
  return marked
}
