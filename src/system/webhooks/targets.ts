import { lookup as resolveBySystem } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { fault, type Fault } from '../../kernel/errors.ts'
import { isPublicAddress, type OwnNetworks } from './addresses.ts'

/** Where a webhook may lead: judged when it is entered, and again, by what its name means then, at every delivery. */

/** All addresses of a name. */
export type Resolver = (hostname: string) => Promise<{ address: string; family: number }[]>

/** Asks as the system does, so that its own names and hosts files count, and are judged like any other. */
export const systemResolver: Resolver = (hostname) => resolveBySystem(hostname, { all: true })

/** A target that may not be called. */
export class TargetRefused extends Error {
  constructor(words: string) {
    super(words)
    this.name = 'TargetRefused'
  }
}

const NOT_PUBLIC = 'leads to an address that is not on the open internet'
const NOT_SAFE = 'must begin with https:// on the open internet'

/** Names that mean this machine or its network wherever they are asked for. */
const INNER_NAME = /(^|\.)(localhost|local|internal|intranet|home|lan|corp|home\.arpa)\.?$/i

/**
 * What is wrong with a webhook's URL as far as the text alone tells. HTTPS, except within the installation's own
 * networks; no user or password, which would end up in logs.
 *
 * @example urlFaults('http://169.254.169.254/latest', networks) // one fault
 */
export function urlFaults(text: string, networks: OwnNetworks): Fault[] {
  const url = URL.parse(text)
  if (!url || !['https:', 'http:'].includes(url.protocol) || url.hostname === '')
    return [fault('url', 'must be a URL such as https://receiver.example/granary', 'url')]
  const faults: Fault[] = []
  if (url.protocol === 'http:' && !networks.isGiven)
    faults.push(fault('url', 'must begin with https://', 'https'))
  if (url.username || url.password)
    faults.push(fault('url', 'must not have a user or password: deliveries are signed', 'credentials'))
  if (url.hash) faults.push(fault('url', 'must not have a part after #', 'fragment'))
  const host = hostOf(url)
  const isInner =
    isIP(host) === 0
      ? !networks.isGiven && (INNER_NAME.test(host) || !host.includes('.'))
      : !isAllowed(host, url, networks)
  if (isInner) faults.push(fault('url', NOT_PUBLIC, 'not_public'))
  return faults
}

/** Without the brackets of IPv6. The URL parser has already made decimal, octal and hexadecimal addresses plain. */
function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}

function isAllowed(address: string, { protocol }: URL, networks: OwnNetworks): boolean {
  return networks.has(address) || (protocol === 'https:' && isPublicAddress(address))
}

/**
 * How a connection to this URL finds its address: every address that the name has is judged, and the connection goes to
 * those that were judged and to no others. A name that changes its meaning in between changes nothing.
 *
 * @throws TargetRefused at once where the URL has a bare address that may not be called
 */
export function guardedLookup(url: URL, networks: OwnNetworks, resolve: Resolver): LookupFunction {
  const refuse = (why: string) => new TargetRefused(`The URL ${why}.`)
  // For a bare address no look-up is ever made.
  const host = hostOf(url)
  if (isIP(host) !== 0 && !isAllowed(host, url, networks)) throw refuse(NOT_PUBLIC)
  return (hostname, options, callback) => {
    const answer = async () => {
      const found = await resolve(hostname)
      const [first] = found
      if (!first || !found.every(({ address }) => isAllowed(address, url, networks)))
        throw refuse(first && found.every(({ address }) => isPublicAddress(address)) ? NOT_SAFE : NOT_PUBLIC)
      return { found, first }
    }
    answer().then(
      ({ found, first }) =>
        options.all ? callback(null, found) : callback(null, first.address, first.family),
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    )
  }
}
