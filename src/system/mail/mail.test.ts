import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, testBackground, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { newId } from '../../kernel/ids.ts'
import { workOff } from '../jobs/worker.ts'
import { openMail } from './mail.ts'
import type { MailMessage } from './message.ts'
import { parseMail } from './test-mime.ts'
import { openTestSmtp, type TestSmtp } from './test-smtp.ts'

let directory: string
let smtp: TestSmtp
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'granary-mail-'))
  smtp = await openTestSmtp()
})
afterAll(async () => {
  await smtp.close()
  await rm(directory, { recursive: true, force: true })
})

const from = { name: 'Granary', address: 'granary@farm.example' }
const always = new AbortController().signal

const message = (overrides: Partial<MailMessage> = {}): MailMessage => ({
  id: 'mail-1',
  to: 'ann@hill.example',
  replyTo: { name: 'Bob Hill', address: 'bob@hill.example' },
  subject: 'Über Weizen 🌾',
  text: 'Hello.\n.\nFrom the field.\n',
  date: new Date('2026-08-14T08:30:00Z'),
  attachments: [
    {
      name: 'ticket.pdf',
      contentType: 'application/pdf',
      content: Buffer.from([0, 13, 10, 46, 13, 10, 255]),
    },
  ],
  ...overrides,
})

describe('the outbox', () => {
  test('has every mail as a file that a mail program opens', async () => {
    const outbox = path.join(directory, 'outbox')
    const mail = openMail({ smtpUrl: undefined, outbox, from })
    expect(mail.isSentOut).toBe(false)
    await mail.send(message(), always)
    expect(await readdir(outbox)).toEqual(['mail-1.eml'])
    const raw = await readFile(path.join(outbox, 'mail-1.eml'))
    expect(raw.includes('\r\n\r\n')).toBe(true)
    const { headers, text, attachments } = parseMail(raw)
    expect(headers.get('to')).toEqual(['ann@hill.example'])
    expect(headers.get('reply-to')).toEqual(['Bob Hill <bob@hill.example>'])
    expect(headers.get('subject')).toEqual(['Über Weizen 🌾'])
    expect(headers.get('message-id')).toEqual(['<mail-1@farm.example>'])
    expect(text).toBe('Hello.\n.\nFrom the field.\n')
    expect(attachments).toEqual(message().attachments)
  })

  test('has a mail once, however often it is written', async () => {
    const outbox = path.join(directory, 'twice')
    const mail = openMail({ smtpUrl: undefined, outbox, from })
    await mail.send(message(), always)
    const before = await stat(path.join(outbox, 'mail-1.eml'))
    await mail.send(message({ text: 'Something else.' }), always)
    expect(await readdir(outbox)).toEqual(['mail-1.eml'])
    expect((await stat(path.join(outbox, 'mail-1.eml'))).mtimeMs).toBe(before.mtimeMs)
  })

  test('is where questions go when there is no mail server', async () => {
    const service = await openTestApp({ settings: { background: testBackground(directory) } })
    try {
      const farm = await makeOrganisation(service)
      const question = { question: 'Is it too late?', files: null }
      const { ids } = ok(await farm.as('operator').post('/api/system/experts/questions', question))
      // Nobody is invited by a file.
      ok(await farm.as('owner').post('/api/identity/invitations', { email: 'x@y.example', role: 'viewer' }))
      expect(await workOff(service.system.background.jobs)).toBe(1)
      const raw = await readFile(path.join(directory, 'outbox', `${ids[0]}.eml`))
      expect(parseMail(raw).headers.get('to')).toEqual(['agronomist@adviser.example'])
    } finally {
      await service.close()
    }
  })
})

describe('a mail server', () => {
  const send = (url: string, signal = always, overrides: Partial<MailMessage> = {}) =>
    openMail({ smtpUrl: url, outbox: directory, from }).send(message(overrides), signal)

  test('is given the mail whole', async () => {
    await send(smtp.url)
    const mail = smtp.mails.pop()
    expect(mail).toMatchObject({
      envelope: { from: 'granary@farm.example', to: ['ann@hill.example'] },
      text: 'Hello.\n.\nFrom the field.\n',
      attachments: message().attachments,
    })
  })

  test('that is not there is a problem that may pass', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    closed.close()
    await expect(send(`smtp://127.0.0.1:${port}`)).rejects.toMatchObject({
      name: 'WorkProblem',
      isFinal: false,
      message: 'The mail server could not be reached.',
    })
  })

  test.each(['STARTTLS', 'from the first byte'] as const)(
    'with a certificate that nobody trusts is given nothing, and that is said: TLS by %s',
    async (tls) => {
      const stranger = await openTestSmtp(tls)
      try {
        await expect(send(stranger.url)).rejects.toMatchObject({
          isFinal: false,
          message: 'The mail server showed a certificate that is not trusted here, or not its own.',
        })
        expect(stranger.mails).toEqual([])
      } finally {
        await stranger.close()
      }
    },
  )

  test('that has no TLS where it is insisted on is given nothing', async () => {
    const message = 'No safe connection to the mail server could be made (TLS).'
    for (const url of [`${smtp.url}?requireTLS=true`, smtp.url.replace('smtp:', 'smtps:')])
      await expect(send(url)).rejects.toMatchObject({ isFinal: false, message })
    expect(smtp.mails).toEqual([])
  })

  test('that wants us to sign in first has not refused the mail for good', async () => {
    smtp.failWith('530 to the sender')
    await expect(send(smtp.url)).rejects.toMatchObject({
      isFinal: false,
      message: 'The mail server wants a name and password, or TLS, which it was not given (530).',
    })
  })

  test('that takes too long is left when the work is to end', async () => {
    const release = smtp.hold()
    smtp.failWith('cut after the data')
    try {
      const sending = send(smtp.url, AbortSignal.timeout(150))
      await expect(sending).rejects.toMatchObject({
        isFinal: false,
        message: 'Sending was cut off: the service stopped, or it took too long.',
      })
    } finally {
      release()
    }
  })

  test('is given nothing for more than one recipient, or for none', async () => {
    for (const to of [
      'ann@hill.example, bob@hill.example',
      'ann@hill.example\r\nRCPT TO:<bob@hill.example>',
      '',
    ]) {
      await expect(send(smtp.url, always, { to })).rejects.toMatchObject({
        isFinal: true,
        message: 'The address is not one that mail can be sent to.',
      })
    }
    expect(smtp.mails).toEqual([])
  })
})

describe('an invitation', () => {
  test('goes to whoever is invited, and the token is not kept', async () => {
    smtp.mails.length = 0
    const plain = testBackground(directory)
    const service = await openTestApp({
      now: '2026-08-14T20:00:00Z',
      settings: {
        background: {
          ...plain,
          mail: { ...plain.mail, smtpUrl: smtp.url },
          publicUrl: 'https://granary.example',
        },
      },
    })
    const { db } = service.database
    try {
      const farm = await makeOrganisation(service, { name: 'Hill Farm', timeZone: 'Pacific/Auckland' })
      const url = '/api/identity/invitations'
      const invite = async (email: string) =>
        ok(await farm.as('owner').post(url, { email, role: 'operator' }))
      expect(await invite('Tom@Field.example')).toMatchObject({ email: 'tom@field.example', token: '' })
      const takenBack = await invite('not@wanted.example')
      ok(await farm.as('owner').delete(`${url}/${takenBack.id}`))
      await workOff(service.system.background.jobs)
      const [mail, ...others] = smtp.mails
      expect(others).toEqual([])
      expect(mail?.envelope.to).toEqual(['tom@field.example'])
      expect(mail?.headers.get('subject')).toEqual(['Hill Farm invites you to Granary'])
      expect(mail?.text).toContain('invites you to Hill Farm in Granary.')
      // Behind a #, which no server and no log sees.
      expect(mail?.text).toMatch(/\nhttps:\/\/granary\.example\/invitation#invitation_\S+\n/)
      // In the days of who invites: it is the 15th there already.
      expect(mail?.text).toContain('It is good once, until 22 Aug 2026.')
      expect(await db.selectFrom('jobs').select(['status', 'payload']).execute()).toEqual([
        { status: 'done', payload: {} },
        { status: 'done', payload: {} },
      ])
      const accepted = await service.client().post(`${url}/accept`, {
        token: /invitation_\S+/.exec(mail?.text ?? '')?.[0] ?? '',
        password: 'wide yellow combine',
        givenName: 'Tom',
        familyName: 'Field',
      })
      ok(accepted)
      await fillDay(service, farm.organisationId)
      const one = { email: 'one@more.example', role: 'viewer' }
      const refused = await farm.as('owner').post(url, one)
      expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
      expect(refused.body.message).toBe(
        'Your organisation has invited 200 people within a day, the most allowed. Try again in 24 hours.',
      )
      ok(await (await makeOrganisation(service)).as('owner').post(url, one))
      service.clock.advance({ days: 1 })
      ok(await farm.as('owner').post(url, one))
    } finally {
      await service.close()
    }
  })
})

/** As if as many had been invited today as may be. */
async function fillDay({ database }: TestApp, organisationId: string): Promise<void> {
  const like = await database.db
    .selectFrom('invitations')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .limit(1)
    .executeTakeFirstOrThrow()
  const others = Array.from({ length: 198 }, () => {
    const id = newId()
    return { ...like, id, token_hash: Buffer.from(id) }
  })
  await database.db.insertInto('invitations').values(others).execute()
}
