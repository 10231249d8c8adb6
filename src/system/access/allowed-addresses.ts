import { BlockList, isIP, isIPv4 } from 'node:net'

/** The two kinds of addresses, as `BlockList` calls them. */
const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')

/**
 * Reads a network in CIDR notation; a single address is a network of one.
 *
 * @example networkFrom('192.0.2.0/24') // { address: '192.0.2.0', prefix: 24 }
 */
export function networkFrom(text: string): { address: string; prefix: number } | undefined {
  const [, address = '', bits] = /^([\da-fA-F:.]+)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? []
  if (isIP(address) === 0) return undefined
  const most = isIPv4(address) ? 32 : 128
  const prefix = bits === undefined ? most : Number(bits)
  return prefix <= most ? { address, prefix } : undefined
}

/** True if a key that is tied to these networks works from an address; one that is tied to none works from everywhere. */
export function isAllowedFrom(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true
  const list = new BlockList()
  for (const each of networks) {
    const network = networkFrom(each)
    if (network) list.addSubnet(network.address, network.prefix, familyOf(network.address))
  }
  // The zone of a link-local address is this machine's own business.
  const plain = address.split('%')[0] ?? ''
  return isIP(plain) !== 0 && list.check(plain, familyOf(plain))
}
