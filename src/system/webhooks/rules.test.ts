import { describe, expect, test } from 'vitest'
import { message, type Message } from '../../words/catalogue.ts'
import { ANYBODY, render } from '../../words/render.ts'
import { classifyResponse, PAUSES_MS, failureProblem, statusProblem, type Reception } from './rules.ts'
import { newWebhookSecret, signatureHeaders } from './secrets.ts'

const HOUR = 3_600_000
const now = new Date('2026-08-14T08:30:00Z')
const taken: Reception = { status: 204, problem: null, retryAfterSeconds: null }
const broken: Reception = {
  status: 500,
  problem: message('receiverAnswered', { status: 500 }),
  retryAfterSeconds: null,
}

const wordsOf = (problem: Message | null) => problem && render(problem, ANYBODY)

describe('after an attempt', () => {
  const inSeconds = (reception: Reception, failures: number, random = 0) => {
    const verdict = classifyResponse(reception, { failures, now, random })
    return verdict.kind === 'retry' ? (verdict.at.getTime() - now.getTime()) / 1000 : verdict.kind
  }

  test.each([
    { reception: taken, failures: 0, follows: 'delivered' },
    { reception: taken, failures: 14, follows: 'delivered' },
    { reception: broken, failures: 0, follows: 5 },
    { reception: broken, failures: 1, follows: 30 },
    { reception: broken, failures: 5, follows: 3600 },
    { reception: broken, failures: 13, follows: 12 * 3600 },
    { reception: broken, failures: 14, follows: 'pause' },
    { reception: { ...broken, status: null }, failures: 0, follows: 5 },
    { reception: { ...broken, status: 410 }, failures: 0, follows: 'pause' },
    { reception: { ...broken, status: 429, retryAfterSeconds: 120 }, failures: 0, follows: 120 },
    { reception: { ...broken, status: 503, retryAfterSeconds: 1 }, failures: 1, follows: 30 },
    { reception: { ...broken, status: 429, retryAfterSeconds: 999_999 }, failures: 0, follows: 3600 },
  ])('$reception.status after $failures failures: $follows', ({ reception, failures, follows }) => {
    expect(inSeconds(reception, failures)).toBe(follows)
  })

  test('jitter makes a pause longer by up to a tenth', () => {
    expect(inSeconds(broken, 2, 0.999)).toBeGreaterThan(131)
    expect(inSeconds(broken, 2, 0.999)).toBeLessThan(132)
  })

  test('the pauses last three days and a little', () => {
    const total = PAUSES_MS.reduce<number>((sum, each) => sum + each, 0)
    expect(total / HOUR).toBeGreaterThan(72)
    expect(total / HOUR).toBeLessThan(80)
  })

  test('the reason of a pause says how often, and what was wrong last', () => {
    const verdict = classifyResponse(broken, { failures: 14, now, random: 0 })
    expect(verdict.kind === 'pause' && render(verdict.reason, ANYBODY)).toBe(
      'Delivery failed 15 times in three days. The receiver answered 500.',
    )
  })
})

test.each([
  [200, null],
  [204, null],
  [299, null],
  [301, 'The receiver sends us elsewhere (301); give the URL that it means.'],
  [307, 'The receiver sends us elsewhere (307); give the URL that it means.'],
  [400, 'The receiver answered 400.'],
  [500, 'The receiver answered 500.'],
  [199, 'The receiver answered 199.'],
])('the status %i is said as %j', (status, words) => expect(wordsOf(statusProblem(status))).toBe(words))

test.each([
  ['ENOTFOUND', /host name/],
  ['ECONNREFUSED', /Nobody answers/],
  ['ABORT_ERR', /took too long/],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /TLS/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /TLS/],
  ['EPROTO', /TLS/],
  ['HPE_INVALID_CONSTANT', /HTTP/],
  ['ECONNRESET', /broke off/],
  ['', /broke off/],
])('the failure %j is said as %s', (code, words) => expect(wordsOf(failureProblem(code))).toMatch(words))

describe('a signature', () => {
  test('is the one that the published example of the scheme has', () => {
    expect(
      signatureHeaders({
        id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        at: new Date(1_614_265_330_000),
        body: '{"test": 2432232314}',
        secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      }),
    ).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  test('by two secrets is two signatures', () => {
    const secrets = [newWebhookSecret(), newWebhookSecret()]
    const { 'webhook-signature': both = '' } = signatureHeaders({ id: 'a', at: now, body: '{}', secrets })
    const alone = secrets.map(
      (secret) => signatureHeaders({ id: 'a', at: now, body: '{}', secrets: [secret] })['webhook-signature'],
    )
    expect(both.split(' ')).toEqual(alone)
  })

  test('secrets are 256 bits, and never the same', () => {
    expect(newWebhookSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(newWebhookSecret()).not.toBe(newWebhookSecret())
  })
})
