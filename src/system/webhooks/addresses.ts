import { lookup as resolveBySystem } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { fault, type Fault } from '../../kernel/errors.ts'
import { message, type Message } from '../../words/catalogue.ts'
import { ANYBODY, render } from '../../words/render.ts'

/** Which network addresses may be called on behalf of somebody who only gave a URL. */

/** Networks outside the open internet (IANA's registries of special-purpose addresses), and an Azure address that looks as if it were in it. */
const SPECIAL_V4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** Of IPv6 only this is the open internet: loopback, link-local, unique local, multicast, mapped IPv4 and NAT64 lie outside. */
const GLOBAL_V6: [string, number] = ['2000::', 3]
/** Within it: protocol assignments with Teredo, documentation, 6to4, which has an IPv4 address inside, and documentation again. */
const SPECIAL_V6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const specialV4 = listOf(SPECIAL_V4)
const globalV6 = listOf([GLOBAL_V6])
const specialV6 = listOf(SPECIAL_V6)

function listOf(subnets: [string, number][]): BlockList {
  const list = new BlockList()
  for (const [address, prefix] of subnets) list.addSubnet(address, prefix, familyOf(address))
  return list
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

/** True if an IP address is one of the open internet. A text that is no IP address is not. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !specialV4.check(address, 'ipv4')
    case 6:
      // With a zone it means one of this machine's own links.
      return !address.includes('%') && globalV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6')
    default:
      return false
  }
}

/** Networks of the installation's own that webhooks may reach. */
export class PrivateNetworks {
  readonly #list: BlockList
  /** True if there are any. */
  readonly isGiven: boolean

  /** @param networks such as `10.1.0.0/16`, already judged by `isNetwork` */
  constructor(networks: string[]) {
    this.#list = listOf(networks.map(partsOf))
    this.isGiven = networks.length > 0
  }

  has(address: string): boolean {
    return !address.includes('%') && isIP(address) !== 0 && this.#list.check(address, familyOf(address))
  }
}

/** True if text is a network such as `10.1.0.0/16` or `fd00::/8`. */
export function isNetwork(text: string): boolean {
  const match = /^([0-9a-f.:]+)\/(\d{1,3})$/i.exec(text)
  const family = isIP(match?.[1] ?? '')
  return family !== 0 && Number(match?.[2]) <= (family === 4 ? 32 : 128)
}

function partsOf(network: string): [string, number] {
  const [address = '', prefix] = network.split('/')
  return [address, Number(prefix)]
}

/** Rules on where a webhook may lead. They are checked when it is entered, and again at every delivery, by what its name means then. */

/** All addresses of a name. */
export type Resolver = (hostname: string) => Promise<{ address: string; family: number }[]>

/** Asks as the system does, so that its own names and hosts files count, and are judged like any other. */
export const systemResolver: Resolver = (hostname) => resolveBySystem(hostname, { all: true })

/** A target that may not be called. */
export class TargetRefused extends Error {
  readonly said: Message

  constructor(said: Message) {
    super(render(said, ANYBODY))
    this.said = said
    this.name = 'TargetRefused'
  }
}

const NOT_PUBLIC = message('urlLeadsToInnerAddress', {})
const NOT_SAFE = message('urlMustBeHttps', {})

/** Names that mean this machine or its network wherever they are asked for. */
const INNER_NAME = /(^|\.)(localhost|local|internal|intranet|home|lan|corp|home\.arpa)\.?$/i

/**
 * Finds what is wrong with a webhook's URL as far as the text alone shows. HTTPS, except within the installation's own networks; no user or password,
 * which would end up in logs.
 *
 * @example urlFaults('http://169.254.169.254/latest', networks) // one fault
 */
export function urlFaults(text: string, networks: PrivateNetworks): Fault[] {
  const url = URL.parse(text)
  if (!url || !['https:', 'http:'].includes(url.protocol) || url.hostname === '')
    return [fault('url', message('isNoWebhookUrl', {}), 'url')]
  const faults: Fault[] = []
  if (url.protocol === 'http:' && !networks.isGiven)
    faults.push(fault('url', message('mustBeHttps', {}), 'https'))
  if (url.username || url.password) faults.push(fault('url', message('urlHasCredentials', {}), 'credentials'))
  if (url.hash) faults.push(fault('url', message('urlHasFragment', {}), 'fragment'))
  const host = hostOf(url)
  const isInner =
    isIP(host) === 0
      ? !networks.isGiven && (INNER_NAME.test(host) || !host.includes('.'))
      : !isAllowed(host, url, networks)
  if (isInner) faults.push(fault('url', message('leadsToInnerAddress', {}), 'not_public'))
  return faults
}

/** Without the brackets of IPv6. The URL parser has already made decimal, octal and hexadecimal addresses plain. */
function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}

function isAllowed(address: string, { protocol }: URL, networks: PrivateNetworks): boolean {
  return networks.has(address) || (protocol === 'https:' && isPublicAddress(address))
}

/**
 * Makes the look-up of addresses for a connection to this URL. Every address of the name is checked, and the connection goes to those that were
 * checked and to no others. A name that changes its meaning in between changes nothing.
 *
 * @throws TargetRefused at once where the URL has a bare address that may not be called
 */
export function guardedLookup(url: URL, networks: PrivateNetworks, resolve: Resolver): LookupFunction {
  // For a bare address no look-up is ever made.
  const host = hostOf(url)
  if (isIP(host) !== 0 && !isAllowed(host, url, networks)) throw new TargetRefused(NOT_PUBLIC)
  return (hostname, options, callback) => {
    const answer = async () => {
      const found = await resolve(hostname)
      const [first] = found
      if (!first || !found.every(({ address }) => isAllowed(address, url, networks)))
        throw new TargetRefused(
          first && found.every(({ address }) => isPublicAddress(address)) ? NOT_SAFE : NOT_PUBLIC,
        )
      return { found, first }
    }
    answer().then(
      ({ found, first }) =>
        options.all ? callback(null, found) : callback(null, first.address, first.family),
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    )
  }
}
