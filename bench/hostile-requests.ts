import { createHmac, randomBytes } from 'node:crypto'
import { formulas, hostileTexts, megabytes, prototypeKeys, slowTexts } from '../test/attacks/corpora.ts'

/** What means harm, by what it is meant to break: the same as the tests of attacks send, over and over. */

export interface HostileRequest {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

/** Requests of one kind: so many a second, whether or not the ones before have been answered, or so many at a time. */
export interface HostileKind {
  name: string
  pace: { perSecond: number } | { atOnce: number }
  /** The next one, by its number. */
  request: (number: number) => HostileRequest
}

/** Whom an attack is aimed at, and what the attacker has: a good key of an organisation of their own. */
export interface Aim {
  apiKey: string
  /** Of somebody whose password is guessed. */
  email: string
}

/** Lines that are held open at once, with a byte a second on each. */
export const SLOW_LINES = 500
/** As many small ones a second as several people at work send. */
const SMALL_PER_SECOND = 50
/** Each takes the service as long as an answer to a large search. */
const LARGE_PER_SECOND = 5

const INVENTORY = '/api/inventory'
const SOMEWHERE = '00000000-0000-4000-8000-000000000000'

export function hostileKinds({ apiKey, email }: Aim): HostileKind[] {
  const headers = { 'x-api-key': apiKey }
  const post = (path: string, body: string, own: Record<string, string> = headers): HostileRequest => ({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', ...own },
    body,
  })
  const search = (query: Record<string, string>): HostileRequest => ({
    method: 'GET',
    path: `${INVENTORY}/records?${new URLSearchParams(query).toString()}`,
    headers,
  })
  const small = (name: string, request: HostileKind['request']) => ({
    name,
    pace: { perSecond: SMALL_PER_SECOND },
    request,
  })
  const large = (name: string, request: HostileKind['request']) => ({
    name,
    pace: { perSecond: LARGE_PER_SECOND },
    request,
  })
  return [
    small('bad credentials', (number) => ({
      method: 'GET',
      path: `${INVENTORY}/records`,
      headers: pick(badCredentials, number)(),
    })),
    small('guessed passwords', (number) =>
      post('/api/identity/sign-in', JSON.stringify({ email, password: `guess ${number}` }), {}),
    ),
    small('wrong passwords from 1,000 networks', (number) =>
      post(
        '/api/identity/sign-in',
        JSON.stringify({ email: `nobody-${number}@farm.example`, password: `guess ${number}` }),
        { 'x-forwarded-for': networkOf(number) },
      ),
    ),
    manyReads(headers),
    small('SQL and patterns in searches', (number) =>
      search({
        [pick(['f:commodity', 'f:harvestYear', 'sortBy', 'ids', 'query'], number)]: pick(
          hostileTexts,
          number,
        ),
      }),
    ),
    small('prototypes in bodies', (number) => post(`${INVENTORY}/movements`, pick(prototypeKeys, number))),
    small('deep JSON', (number) =>
      post(`${INVENTORY}/movements`, '['.repeat(2000) + ']'.repeat(2000 + (number % 2))),
    ),
    small('texts that make patterns slow', (number) => {
      const [, text] = pick(slowTexts, number)
      const driver = { name: text, vehicleRegistration: text, loadReference: text }
      return post(`${INVENTORY}/movements`, JSON.stringify({ recordId: text, movementDateISO: text, driver }))
    }),
    small('headers of 20 KB', () => ({
      method: 'GET',
      path: `${INVENTORY}/records`,
      headers: { ...headers, 'x-wide': 'x'.repeat(20_000) },
    })),
    large('bodies of 2 MB', () => post(`${INVENTORY}/movements`, ' '.repeat(2_000_000))),
    large('bodies of a megabyte', (number) =>
      post(`${INVENTORY}/movements/bulk`, pick(megabytes, number)[1]),
    ),
    large('files with formulas', (number) => fileOf(number, headers)),
  ]
}

/** No more than a good client may send, but many at a time. */
function manyReads(headers: Record<string, string>): HostileKind {
  return {
    name: 'reads on 12 connections',
    pace: { atOnce: 12 },
    request: () => ({ method: 'GET', path: `${INVENTORY}/records?limit=100`, headers }),
  }
}

function networkOf(number: number): string {
  return `10.${Math.floor(number / 250) % 4}.${number % 250}.7`
}

function pick<T>(all: T[], number: number): T {
  // The list has something: whoever asks made it.
  return all[number % all.length] as T
}

const claims = { iss: 'granary', aud: 'granary-api', sub: SOMEWHERE, org: SOMEWHERE, exp: 4_102_444_800 }
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Each would be somebody if one thing were believed that must not be. */
const badCredentials: (() => Record<string, string>)[] = [
  () => ({}),
  () => ({ 'x-api-key': `granary_${randomBytes(24).toString('base64url')}` }),
  () => bearer('nonsense'),
  () => bearer(`${part({ alg: 'none', typ: 'at+jwt' })}.${part(claims)}.`),
  () => bearer(hmacSigned({ alg: 'HS256', typ: 'at+jwt', kid: 'k1' })),
  () => bearer(hmacSigned({ alg: 'ES256', typ: 'at+jwt', kid: SOMEWHERE })),
  () => bearer(hmacSigned({ alg: 'RS256', typ: 'at+jwt', kid: '../../../../dev/null' })),
  () => bearer(`${part({ alg: 'ES256' })}.${part({ pad: 'x'.repeat(10_000) })}.x`),
]

function hmacSigned(header: object): string {
  const signed = `${part(header)}.${part(claims)}`
  return `${signed}.${createHmac('sha256', 'secret').update(signed).digest('base64url')}`
}

/** Fields whose names a spreadsheet would run: a file like this is refused, and its report says why, row by row. */
function fileOf(number: number, headers: Record<string, string>): HostileRequest {
  const rows = Array.from({ length: 50 }, () => `"${pick(formulas, number).replaceAll('"', '""')}",much`)
  const boundary = 'a-line-between-parts'
  const body = [
    `--${boundary}`,
    'Content-Disposition: form-data; name="file"; filename="=cmd.csv"',
    'Content-Type: text/csv',
    '',
    ['Field,Area (ha)', ...rows].join('\n'),
    `--${boundary}--`,
    '',
  ].join('\r\n')
  const type = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return { method: 'POST', path: `${INVENTORY}/imports/fields`, headers: { ...headers, ...type }, body }
}
