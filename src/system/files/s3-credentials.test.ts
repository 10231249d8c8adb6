import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { CredentialSource } from './s3-credentials.ts'
import { openS3Store } from './store.ts'
import { ACCESS_KEY, openTestS3, SECRET_KEY } from './test-s3.ts'

// Keys of a role: from STS for a token in a file, and from the endpoint of a container.

const directory = await mkdtemp(path.join(tmpdir(), 'granary-credentials-'))
const tokenFile = path.join(directory, 'token')
const s3 = await openTestS3()
const asked: string[] = []
let answer: (session: string) => { status: number; body: string }
let session = 'first-session'
const giver: Server = createServer((request: IncomingMessage, response) => {
  void text(request).then((sent) => {
    asked.push(`${request.headers.authorization ?? ''}${sent}`)
    const { status, body } = answer(session)
    response.writeHead(status).end(body)
  })
})
giver.listen(0, '127.0.0.1')
await once(giver, 'listening')
const url = `http://127.0.0.1:${(giver.address() as AddressInfo).port}`
afterAll(async () => {
  giver.close()
  await s3.close()
  await rm(directory, { recursive: true, force: true })
})
beforeEach(async () => {
  asked.length = 0
  session = 'first-session'
  s3.askFor(session)
  await writeFile(tokenFile, 'a-token\n')
})

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const asJson = (minutes: number) => (token: string) => ({
  status: 200,
  body: JSON.stringify({
    AccessKeyId: ACCESS_KEY,
    SecretAccessKey: SECRET_KEY,
    Token: token,
    Expiration: inMinutes(minutes),
  }),
})
const asXml = (token: string) => ({
  status: 200,
  body: `<AssumeRoleWithWebIdentityResponse><Credentials><AccessKeyId>${ACCESS_KEY}</AccessKeyId><SecretAccessKey>${SECRET_KEY}</SecretAccessKey><SessionToken>${token}</SessionToken><Expiration>${inMinutes(60)}</Expiration></Credentials></AssumeRoleWithWebIdentityResponse>`,
})

const role: CredentialSource = {
  kind: 'web-identity',
  roleArn: 'arn:aws:iam::1:role/g',
  tokenFile,
  stsUrl: url,
}
const container: CredentialSource = { kind: 'container', url, token: undefined, tokenFile }
const storeFor = (credentials: CredentialSource) => openS3Store({ ...s3.settings, credentials })

test('a session token goes along, and is signed', async () => {
  const fixed = { kind: 'fixed', accessKeyId: ACCESS_KEY, secretAccessKey: SECRET_KEY } as const
  await storeFor({ ...fixed, sessionToken: session }).remove('images/a')
  await expect(storeFor({ ...fixed, sessionToken: undefined }).remove('images/a')).rejects.toThrow(
    'InvalidToken',
  )
})

test('the token in a file is exchanged for keys, once for all that wait', async () => {
  answer = asXml
  const store = storeFor(role)
  await Promise.all(['a', 'b', 'c'].map((each) => store.remove(`images/${each}`)))
  expect(asked.map((body) => Object.fromEntries(new URLSearchParams(body)))).toEqual([
    expect.objectContaining({
      Action: 'AssumeRoleWithWebIdentity',
      RoleArn: 'arn:aws:iam::1:role/g',
      WebIdentityToken: 'a-token',
    }),
  ])
})

test('the endpoint of a container gives keys, and others before they end', async () => {
  // Fewer than the five minutes before the end in which keys are renewed.
  answer = asJson(4)
  const store = storeFor(container)
  await store.remove('images/a')
  session = 'second-session'
  s3.askFor(session)
  await writeFile(tokenFile, 'renewed-token')
  await store.remove('images/a')
  expect(asked).toEqual(['a-token', 'renewed-token'])
})

test('while nobody gives others, the old keys do until they end', async () => {
  answer = asJson(4)
  const store = storeFor(container)
  await store.remove('images/a')
  answer = () => ({ status: 500, body: 'down' })
  await store.remove('images/a')
  await store.remove('images/a')
  expect(asked).toHaveLength(2)
})

test.for([
  ['refuses', { status: 403, body: '<Code>InvalidIdentityToken</Code>' }, 'STS answered 403: <Code>Invalid'],
  ['gives none', { status: 200, body: `<AccessKeyId>${ACCESS_KEY}</AccessKeyId>` }, 'without keys and when'],
] as const)(
  'where STS %s, the store cannot be reached, and the log says why',
  async ([_what, said, reason]) => {
    answer = () => said
    const failed = await storeFor(role)
      .remove('images/a')
      .catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: 'unavailable', cause: { message: expect.stringContaining(reason) } })
    expect(String((failed as Error).cause)).not.toContain(ACCESS_KEY)
  },
)
