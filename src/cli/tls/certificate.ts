import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'
import { BlockList, isIP } from 'node:net'

// What a certificate is written in (X.690, DER), as far as ours need it.

/** A value with its tag and length in front. */
export function tagged(tag: number, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const hex = length.toString(16)
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}

const sequence = (...parts: Uint8Array[]) => tagged(0x30, ...parts)
const set = (...parts: Uint8Array[]) => tagged(0x31, ...parts)
const octets = (bytes: Uint8Array) => tagged(0x04, bytes)
const utf8 = (text: string) => tagged(0x0c, Buffer.from(text))
const yes = tagged(0x01, Buffer.from([0xff]))

/** A whole number that is not negative. */
function integer(bytes: Uint8Array): Buffer {
  return tagged(0x02, (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)
}

/** Bits, of which the last so many are not used. */
const bits = (bytes: Uint8Array, unused = 0) => tagged(0x03, Buffer.from([unused]), bytes)

/** Something that is tagged by its place: of a single value, or of several. */
const primitive = (place: number, bytes: Uint8Array) => tagged(0x80 | place, bytes)
const constructed = (place: number, ...parts: Uint8Array[]) => tagged(0xa0 | place, ...parts)

/** An object identifier, such as `2.5.29.17`. */
function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function base128(value: number): number[] {
  const digits = [value & 0x7f]
  for (let left = value >>> 7; left > 0; left >>>= 7) digits.unshift(0x80 | (left & 0x7f))
  return digits
}

/** A moment to the second: two digits of the year until 2049, four from then on. */
function time(moment: Date): Buffer {
  const text = moment.toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  const isShort = moment.getUTCFullYear() < 2050
  return tagged(isShort ? 0x17 : 0x18, Buffer.from(isShort ? text.slice(2) : text))
}

// Certificates of version 3 with keys on the curve P-256 (RFC 5280), the kind that every phone and browser takes.

/** A certificate and key to sign with: an authority, or somebody’s own certificate. */
export interface Identity {
  certificate: X509Certificate
  key: KeyObject
}

const ECDSA_SHA256 = sequence(oid('1.2.840.10045.4.3.2'))
const extensionIds = {
  subjectKey: '2.5.29.14',
  keyUsage: '2.5.29.15',
  names: '2.5.29.17',
  constraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  authorityKey: '2.5.29.35',
  extendedUsage: '2.5.29.37',
}
const SERVER_AUTH = oid('1.3.6.1.5.5.7.3.1')
const DAY_MS = 86_400_000
/** Phones take no certificate of a local authority that is good for more than 825 days. */
export const CERTIFICATE_DAYS = 820
const AUTHORITY_DAYS = 3650

/**
 * Makes an authority that phones and computers can be told to trust. It can speak for this machine and for nobody on the internet: only
 * for addresses of local networks, for names that are used in them, and for these.
 *
 * @param names that it may speak for besides
 */
export function makeAuthority(name: string, names: string[], now: Date): Identity {
  const key = newKey()
  const certificate = certify({
    subject: name,
    publicKey: createPublicKey(key),
    days: AUTHORITY_DAYS,
    now,
    by: undefined,
    signingKey: key,
    extensions: [
      extension('constraints', sequence(yes, integer(Buffer.from([0]))), true),
      // Signs certificates, and lists of those that are no longer good.
      extension('keyUsage', bits(Buffer.from([0b0000_0110]), 1), true),
      extension(
        'nameConstraints',
        sequence(constructed(0, ...LOCAL_SUBTREES, ...names.map(subtreeOf))),
        true,
      ),
    ],
  })
  return { certificate, key }
}

/** True if an authority may speak for all of these names. Nobody accepts from it names that it was not made for. */
export function speaksFor({ raw }: X509Certificate, names: string[]): boolean {
  return names.every((each) => isLocal(each) || raw.includes(subtreeOf(each)))
}

/** Makes the certificate of a server for names and addresses, signed by an authority. */
export function makeCertificate(authority: Identity, names: string[], now: Date): Identity {
  const key = newKey()
  const certificate = certify({
    subject: names[0] ?? 'granary',
    publicKey: createPublicKey(key),
    days: CERTIFICATE_DAYS,
    now,
    by: authority.certificate,
    signingKey: authority.key,
    extensions: [
      extension('constraints', sequence(), true),
      extension('keyUsage', bits(Buffer.from([0b1000_0000]), 7), true),
      extension('extendedUsage', sequence(SERVER_AUTH)),
      extension('names', sequence(...names.map(nameOf))),
    ],
  })
  return { certificate, key }
}

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const nameOf = (name: string) =>
  isIP(name) === 0 ? primitive(2, Buffer.from(name)) : primitive(7, addressBytes(name))

interface Wanted {
  subject: string
  publicKey: KeyObject
  days: number
  now: Date
  /** Undefined for what signs itself. */
  by: X509Certificate | undefined
  signingKey: KeyObject
  extensions: Buffer[]
}

function certify({ subject, publicKey, days, now, by, signingKey, extensions }: Wanted): X509Certificate {
  const serial = randomBytes(16)
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40
  // A clock that is a little behind takes it, too.
  const from = new Date(now.getTime() - DAY_MS)
  const until = new Date(from.getTime() + days * DAY_MS)
  const own = publicKey.export({ type: 'spki', format: 'der' })
  const issuer = by ? createPublicKey(by.publicKey.export({ type: 'spki', format: 'pem' })) : publicKey
  const body = sequence(
    constructed(0, integer(Buffer.from([2]))),
    integer(serial),
    ECDSA_SHA256,
    distinguished(by ? commonNameOf(by) : subject),
    sequence(time(from), time(until)),
    distinguished(subject),
    own,
    constructed(
      3,
      sequence(
        ...extensions,
        extension('subjectKey', octets(keyId(own))),
        extension(
          'authorityKey',
          sequence(primitive(0, keyId(issuer.export({ type: 'spki', format: 'der' })))),
        ),
      ),
    ),
  )
  const signature = sign('sha256', body, signingKey)
  return new X509Certificate(sequence(body, ECDSA_SHA256, bits(signature)))
}

function extension(name: keyof typeof extensionIds, value: Buffer, isCritical = false): Buffer {
  return sequence(oid(extensionIds[name]), ...(isCritical ? [yes] : []), octets(value))
}

const distinguished = (commonName: string) => sequence(set(sequence(oid('2.5.4.3'), utf8(commonName))))
const keyId = (spki: Buffer) => createHash('sha1').update(spki).digest()
const commonNameOf = ({ subject }: X509Certificate) => /^CN=(.*)$/m.exec(subject)?.[1] ?? ''

const LOCAL_NAMES = ['localhost', 'local', 'lan', 'home', 'internal', 'home.arpa']
const LOCAL_NETWORKS: [address: string, prefix: number][] = [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
]
const LOCAL_SUBTREES = [
  ...LOCAL_NAMES.map(subtreeOf),
  ...LOCAL_NETWORKS.map(([address, prefix]) => sequence(primitive(7, networkBytes(address, prefix)))),
]
const localNetworks = new BlockList()
for (const [address, prefix] of LOCAL_NETWORKS)
  localNetworks.addSubnet(address, prefix, isIP(address) === 4 ? 'ipv4' : 'ipv6')

/** True for an address of a home network, not of the internet. */
export const isLocalAddress = (address: string) =>
  localNetworks.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')

/** True for a name or address that every authority of ours speaks for. */
const isLocal = (name: string) =>
  isIP(name) === 0
    ? LOCAL_NAMES.some((each) => name === each || name.endsWith(`.${each}`))
    : isLocalAddress(name)

/** A name with all below it, or an address alone. */
function subtreeOf(name: string): Buffer {
  if (isIP(name) === 0) return sequence(primitive(2, Buffer.from(name)))
  return sequence(primitive(7, networkBytes(name, isIP(name) === 4 ? 32 : 128)))
}

function networkBytes(address: string, prefix: number): Buffer {
  const bytes = addressBytes(address)
  const mask = bytes.map((_byte, index) => 0xff00 >> Math.min(8, Math.max(0, prefix - index * 8)))
  return Buffer.concat([bytes, Buffer.from(mask.map((byte) => byte & 0xff))])
}

/** The 4 or 16 bytes of an address. */
function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number))
  // What a URL makes of an address has no IPv4 at its end, and at most one `::`.
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':')).map((each) => parseInt(each, 16))
  const [front, back] = [groups(head), groups(tail)]
  const all = [...front, ...Array<number>(8 - front.length - back.length).fill(0), ...back]
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 0xff]))
}
