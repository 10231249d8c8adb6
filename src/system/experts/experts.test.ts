import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { addPerson, makeOrganisation } from '../../../test/factories.ts'
import { makeFile, makePlatformAdmin, ok } from '../../../test/scene.ts'
import { newId } from '../../kernel/ids.ts'
import { uploadTo } from '../files/test-files.ts'
import { LEASE_MS } from '../jobs/job-source.ts'
import { openMail } from '../mail/mail.ts'
import { failures, openTestSmtp, type Failure } from '../mail/test-smtp.ts'
import { questionJob } from './question-job.ts'
import { doJobs, EXPERT, openWithMail, QUESTIONS, SAMPLES, uploadPicture } from './test-experts.ts'

const directory = await mkdtemp(path.join(tmpdir(), 'granary-experts-'))
const smtp = await openTestSmtp()
const service = await openWithMail(directory, smtp.url)
afterAll(async () => {
  await service.close()
  await smtp.close()
  await rm(directory, { recursive: true, force: true })
})
beforeEach(async () => {
  await service.database.db.deleteFrom('jobs').execute()
  smtp.mails.length = 0
  smtp.failWith()
})

const ask = { question: 'Is it too late to spray?', files: null }
const header = (mail: (typeof smtp.mails)[number] | undefined, name: string) => mail?.headers.get(name)

async function questionOf(client: Awaited<ReturnType<typeof makeOrganisation>>, id: string) {
  return ok(await client.as('viewer').get(`${QUESTIONS}/${id}`))
}

describe('a question', () => {
  test('reaches the expert, with its files byte by byte, and its answer the asker', async () => {
    const farm = await makeOrganisation(service, { name: 'Hill Farm' })
    const person = await addPerson(service, farm, 'operator')
    const headers = { authorization: `Bearer ${person.accessToken}` }
    const leaf = await uploadPicture(service, person.client, headers, 'Blatt “5” ü.jpg')
    const notes = Buffer.from('plot;tonnes\r\nA;12.4\nmixed ends\r\n.\r\nFrom here\n')
    const paper = ok(
      await uploadTo(person.client, { bytes: notes, fields: { name: 'notes.csv' }, fileName: 'notes.csv' }),
    )
    const question = 'Ist es zu spät?\n.\nDer Weizen blüht: 61 🌾\n'
    const asked = await person.client.post(QUESTIONS, {
      question,
      files: [{ id: leaf.id }, { id: paper.id }, { id: leaf.id }],
    })
    const { ids, message, status } = ok(asked)
    expect({ message, status }).toEqual({
      message: 'Your question is on its way to the expert.',
      status: 'success',
    })
    expect(asked.headers['location']).toBe(`${QUESTIONS}/${ids[0]}`)
    expect(ok(await person.client.get(`${QUESTIONS}/${ids[0]}`))).toMatchObject({
      kind: 'question',
      question,
      status: 'queued',
      attempts: 0,
      replyTo: person.email,
      userId: person.userId,
      files: [{ id: leaf.id, name: 'Blatt “5” ü.jpg' }, { id: paper.id }],
      sentAtUTC: '',
    })

    await doJobs(service)
    const [mail, ...others] = smtp.mails
    expect(others).toEqual([])
    expect(mail?.envelope).toEqual({ from: 'granary@farm.example', to: [EXPERT] })
    expect(header(mail, 'to')).toEqual([EXPERT])
    expect(header(mail, 'from')).toEqual(['Granary <granary@farm.example>'])
    expect(header(mail, 'reply-to')?.[0]).toContain(`<${person.email}>`)
    expect(header(mail, 'message-id')).toEqual([`<${ids[0]}@farm.example>`])
    expect(header(mail, 'subject')).toEqual(['Question from Hill Farm: Ist es zu spät?'])
    expect(header(mail, 'date')).toEqual(['Fri, 14 Aug 2026 08:30:00 +0000'])
    expect(mail?.text).toContain(question.trim())
    expect(mail?.attachments).toEqual([
      { name: 'Blatt “5” ü.jpg', contentType: 'image/jpeg', content: leaf.bytes },
      { name: 'notes.csv', contentType: 'text/plain', content: notes },
    ])
    expect(ok(await person.client.get(`${QUESTIONS}/${ids[0]}`))).toMatchObject({
      status: 'sent',
      attempts: 1,
      lastProblem: '',
      sentAtUTC: '2026-08-14T08:30:00.000Z',
    })
  })

  test('of 1000 characters is taken, and one more is too long', async () => {
    const { as } = await makeOrganisation(service)
    ok(await as('operator').post(QUESTIONS, { ...ask, question: 'x'.repeat(1000) }))
    const tooLong = await as('operator').post(QUESTIONS, { ...ask, question: 'x'.repeat(1001) })
    expect(tooLong.body.validation).toMatchObject([{ path: 'question', code: 'maxLength' }])
    for (const question of ['', '  \n'])
      expect((await as('operator').post(QUESTIONS, { ...ask, question })).status).toBe(400)
  })

  test('asked by a machine is answered to who made its key, or else to the owner', async () => {
    const farm = await makeOrganisation(service)
    ok(await farm.as('operator').post(QUESTIONS, ask))
    await doJobs(service)
    expect(header(smtp.mails[0], 'reply-to')?.[0]).toContain(`<${farm.owner.email}>`)

    const admin = await addPerson(service, farm, 'admin')
    const made = ok(await admin.client.post('/api/identity/api-keys', { name: 'PC', role: 'operator' }))
    ok(await service.client({ apiKey: made.key }).post(QUESTIONS, ask))
    await doJobs(service)
    expect(header(smtp.mails[1], 'reply-to')?.[0]).toContain(`<${admin.email}>`)
  })

  test('sent twice with one Idempotency-Key is one mail', async () => {
    const { as } = await makeOrganisation(service)
    const once = ok(await as('operator').post(QUESTIONS, ask, { 'idempotency-key': 'q1' }))
    const again = await as('operator').post(QUESTIONS, ask, { 'idempotency-key': 'q1' })
    expect(ok(again)).toEqual(once)
    await doJobs(service)
    expect(smtp.mails).toHaveLength(1)
  })

  test('is refused with files that are somebody else’s, archived, or made up, every one named', async () => {
    const farm = await makeOrganisation(service)
    const other = await makeOrganisation(service)
    const scene = { service, marker: 'x', externalToken: async () => '' }
    const [mine, theirs, archived] = await Promise.all([
      makeFile({ ...scene, farm }),
      makeFile({ ...scene, farm: other }),
      makeFile({ ...scene, farm }),
    ])
    ok(await farm.as('operator').delete(`/api/system/files/${archived}`))
    const files = [mine, theirs, archived, 'nonsense'].map((id) => ({ id }))
    const refused = await farm.as('operator').post(QUESTIONS, { ...ask, files })
    expect(refused.status).toBe(400)
    expect(refused.body.validation.map(({ path: each }: { path: string }) => each)).toEqual([
      'files[1].id',
      'files[2].id',
      'files[3].id',
    ])
    expect(await doJobs(service)).toBe(0)
  })

  test('is refused with more than one mail can carry', async () => {
    const farm = await makeOrganisation(service)
    const files = []
    for (const name of ['a', 'b', 'c']) {
      const bytes = Buffer.alloc(900 * 1024, `${name};1\n`)
      files.push({ id: ok(await uploadTo(farm.as('operator'), { bytes, fields: { name } })).id })
    }
    ok(await farm.as('operator').post(QUESTIONS, { ...ask, files: files.slice(0, 2) }))
    const refused = await farm.as('operator').post(QUESTIONS, { ...ask, files })
    expect(refused.body.validation).toMatchObject([{ path: 'files', code: 'too_large' }])
  })

  test('is not asked a hundred and one times a day', async () => {
    const farm = await makeOrganisation(service)
    const asked = {
      organisation_id: farm.organisationId,
      user_id: farm.owner.userId,
      user_name: 'Ann Field',
      reply_to: farm.owner.email,
      kind: 'question',
      question: 'Is it too late?',
    }
    const hoursAgo = (hours: number) => new Date(service.clock.now().getTime() - hours * 3_600_000)
    const before = Array.from({ length: 110 }, (_each, index) => ({
      ...asked,
      id: newId(),
      // Ten of them more than a day ago.
      created_at: hoursAgo(index < 10 ? 24 : 23),
    }))
    await service.database.db.insertInto('expert_questions').values(before.slice(0, -1)).execute()
    const atOnce = await Promise.all([1, 2, 3, 4, 5].map(() => farm.as('operator').post(QUESTIONS, ask)))
    expect(atOnce.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429, 429])
    const refused = await farm.as('operator').post(QUESTIONS, ask)
    expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 429, code: 'rate_limited' })
    // The oldest that counts was asked 23 hours ago.
    expect(refused.body.message).toMatch(/Try again within the hour\.$/)
    expect(refused.headers['retry-after']).toBe('3600')
    ok(await (await makeOrganisation(service)).as('operator').post(QUESTIONS, ask))
    await doJobs(service)
    expect(smtp.mails).toHaveLength(2)
  })
})

describe('a grain sample', () => {
  test('goes to the expert with its pictures', async () => {
    const farm = await makeOrganisation(service, { name: 'Hill Farm' })
    const headers = { 'x-api-key': farm.keys.operator }
    const sample = await uploadPicture(service, farm.as('operator'), headers, 'sample')
    const { ids } = ok(await farm.as('operator').post(SAMPLES, { files: [{ id: sample.id }] }))
    await doJobs(service)
    expect(header(smtp.mails[0], 'subject')).toEqual(['Grain sample from Hill Farm'])
    expect(smtp.mails[0]?.attachments).toEqual([
      { name: 'sample.jpg', contentType: 'image/jpeg', content: sample.bytes },
    ])
    expect(await questionOf(farm, ids[0])).toMatchObject({
      kind: 'grain-sample',
      question: '',
      status: 'sent',
    })
  })

  test.each([null, []])('with files %j is sent, and says that there is nothing to see', async (files) => {
    const { as } = await makeOrganisation(service)
    ok(await as('operator').post(SAMPLES, { files }))
    await doJobs(service)
    expect(smtp.mails[0]?.text).toContain('Nothing was attached: ask for a picture.')
  })
})

describe('a mail server that fails', () => {
  test.each(failures)('with “%s” is tried again, and gets the mail once', async (failure) => {
    const farm = await makeOrganisation(service)
    smtp.failWith(failure)
    const { ids } = ok(await farm.as('operator').post(QUESTIONS, ask))
    await doJobs(service)
    const waiting = await questionOf(farm, ids[0])
    expect(waiting).toMatchObject({ status: 'queued', attempts: 1 })
    expect(waiting.lastProblem).toMatch(/^(The mail server|Sending) .*\.$/)
    service.clock.advance({ seconds: 15 })
    await doJobs(service)
    expect(smtp.mails).toHaveLength(1)
    expect(await questionOf(farm, ids[0])).toMatchObject({ status: 'sent', attempts: 2, lastProblem: '' })
  })

  test('half of the time loses nothing and sends nothing twice', async () => {
    const farm = await makeOrganisation(service)
    const asked: string[] = []
    for (let number = 0; number < 12; number++)
      asked.push(ok(await farm.as('operator').post(QUESTIONS, ask)).ids[0])
    const every: (Failure | undefined)[] = failures.flatMap((failure) => [failure, undefined])
    smtp.failWith(...every, ...every, ...every)
    const connectionsBefore = smtp.connections()
    for (let round = 0; round < 20 && smtp.mails.length < asked.length; round++) {
      await doJobs(service)
      service.clock.advance({ hours: 4 })
    }
    const ids = smtp.mails.map((mail) => header(mail, 'message-id')?.[0])
    expect(ids.toSorted()).toEqual(asked.map((id) => `<${id}@farm.example>`).toSorted())
    expect(smtp.connections() - connectionsBefore).toBeGreaterThan(18)
  })

  test('that takes the mail and breaks off before it says so gets the same mail again, known by its Message-ID', async () => {
    const farm = await makeOrganisation(service)
    smtp.failWith('lost answer')
    const { ids } = ok(await farm.as('operator').post(QUESTIONS, ask))
    await doJobs(service)
    service.clock.advance({ minutes: 1 })
    await doJobs(service)
    expect(smtp.mails.map((mail) => header(mail, 'message-id')?.[0])).toEqual([
      `<${ids[0]}@farm.example>`,
      `<${ids[0]}@farm.example>`,
    ])
  })

  test.each(['550 to the recipient', '554 after the data'] as const)(
    'with “%s” is not asked again, and listeners hear of it',
    async (failure) => {
      const farm = await makeOrganisation(service)
      smtp.failWith(failure)
      const { ids } = ok(await farm.as('operator').post(QUESTIONS, ask))
      await doJobs(service)
      service.clock.advance({ days: 3 })
      await doJobs(service)
      expect(smtp.mails).toEqual([])
      expect(await questionOf(farm, ids[0])).toMatchObject({
        status: 'failed',
        attempts: 1,
        lastProblem: `The mail server refused the message for good (${failure.slice(0, 3)}).`,
      })
      const events = service.database.db.selectFrom('events').where('subject', '=', ids[0]).orderBy('id')
      expect(await events.select('type').execute()).toEqual([
        { type: 'expert.asked' },
        { type: 'expert.failed' },
      ])
    },
  )

  test('is asked again when the job is retried, and the question says so at once', async () => {
    const farm = await makeOrganisation(service)
    const admin = await makePlatformAdmin({ service, farm })
    smtp.failWith('550 to the recipient')
    const [id] = ok(await farm.as('operator').post(QUESTIONS, ask)).ids
    await doJobs(service)
    const [failed] = ok(await admin.client.get('/api/system/jobs?status=failed')).docs
    ok(await admin.client.post(`/api/system/jobs/${failed.id}/retry`))
    expect(await questionOf(farm, id)).toMatchObject({ status: 'queued', attempts: 0, sentAtUTC: '' })
    smtp.failWith()
    await doJobs(service)
    expect(await questionOf(farm, id)).toMatchObject({ status: 'sent', attempts: 1, lastProblem: '' })
  })
})

describe('a process that dies', () => {
  test('before it sends leaves the question to another', async () => {
    const farm = await makeOrganisation(service)
    const { ids } = ok(await farm.as('operator').post(QUESTIONS, ask))
    expect(await service.system.background.jobs.claim()).toBeDefined()
    expect(await doJobs(service)).toBe(0)
    service.clock.advance({ seconds: LEASE_MS / 1000 })
    await doJobs(service)
    expect(smtp.mails).toHaveLength(1)
    expect(await questionOf(farm, ids[0])).toMatchObject({ status: 'sent', attempts: 2 })
  })

  test('after the server has taken the mail and before that is written down sends it again, known by its Message-ID', async () => {
    const farm = await makeOrganisation(service)
    const { ids } = ok(await farm.as('operator').post(QUESTIONS, ask))
    const from = { name: 'Granary', address: 'granary@farm.example' }
    const dying = questionJob({
      database: service.database,
      mail: openMail({ smtpUrl: smtp.url, outbox: directory, from }),
      store: { put: never, read: never, remove: never },
      settings: { expertEmail: EXPERT, attachmentBytes: 1 },
    })
    expect(await service.system.background.jobs.claim()).toBeDefined()
    await dying.work(
      { questionId: ids[0] },
      { signal: new AbortController().signal, askedAt: service.clock.now() },
    )
    expect(smtp.mails).toHaveLength(1)
    service.clock.advance({ seconds: LEASE_MS / 1000 })
    await doJobs(service)
    expect(new Set(smtp.mails.map((mail) => header(mail, 'message-id')?.[0]))).toEqual(
      new Set([`<${ids[0]}@farm.example>`]),
    )
    expect(smtp.mails).toHaveLength(2)
    expect(await questionOf(farm, ids[0])).toMatchObject({ status: 'sent' })
  })

  function never(): Promise<never> {
    return Promise.reject(new Error('this question has no files'))
  }
})

describe('what people type', () => {
  test('never becomes a header, a recipient or a path', async () => {
    const evil = 'Farm\r\nBcc: everybody@farm.example\r\n\r\n<b>"x"</b>'
    const farm = await makeOrganisation(service, { name: evil })
    const headers = { 'x-api-key': farm.keys.operator }
    const { id } = await uploadPicture(service, farm.as('operator'), headers, '../../etc/"passwd; name=x')
    await service.database.db
      .updateTable('files')
      .set({ name: 'x\r\nContent-Type: text/html\r\n\r\n.jpg' })
      .where('id', '=', id)
      .execute()
    await service.database.db
      .updateTable('api_keys')
      .set({ name: evil })
      .where('organisation_id', '=', farm.organisationId)
      .execute()
    const question = 'Hello\r\nBcc: everybody@farm.example\r\n\r\n.\r\nQUIT'
    ok(await farm.as('operator').post(QUESTIONS, { question, files: [{ id }] }))
    await doJobs(service)
    const [mail, ...others] = smtp.mails
    expect(others).toEqual([])
    expect(mail?.envelope.to).toEqual([EXPERT])
    expect([...(mail?.headers.keys() ?? [])].toSorted()).toEqual([
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'reply-to',
      'subject',
      'to',
    ])
    expect(mail?.attachments.map(({ name, contentType }) => ({ name, contentType }))).toEqual([
      { name: 'x Content-Type: text_html .jpg', contentType: 'image/jpeg' },
    ])
    expect(mail?.text).toContain(question.replaceAll('\r\n', '\n'))
  })

  test('as an address that is none leaves the mail without one to answer to', async () => {
    const farm = await makeOrganisation(service)
    await service.database.db
      .updateTable('users')
      .set({ email: `a@b.example\r\nbcc: ${farm.organisationId}@c.example` })
      .where('id', '=', farm.owner.userId)
      .execute()
    ok(await farm.as('operator').post(QUESTIONS, ask))
    await doJobs(service)
    expect(smtp.mails).toHaveLength(1)
    expect(smtp.mails[0]?.headers.has('reply-to')).toBe(false)
    expect(smtp.mails[0]?.headers.has('bcc')).toBe(false)
  })
})

test('where nobody is set up to be asked, it says so', async () => {
  const deaf = await openWithMail(directory, smtp.url, null)
  try {
    const farm = await makeOrganisation(deaf)
    const refused = await farm.as('operator').post(QUESTIONS, ask)
    expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 503, code: 'unavailable' })
    expect(refused.body.message).toContain('EXPERT_EMAIL')
  } finally {
    await deaf.close()
  }
})
