import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { doJobs, openWithMail, QUESTIONS } from './test-experts.ts'

test('where no mail server is set, it says that nobody is told', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'granary-without-mail-'))
  const service = await openWithMail(directory, undefined)
  try {
    const farm = await makeOrganisation(service)
    const asked = { question: 'Is it too late to spray?', files: null }
    const { ids, message } = ok(await farm.as('operator').post(QUESTIONS, asked))
    expect(message).toContain('nobody is told of it: no mail is sent until')
    const at = `${QUESTIONS}/${ids[0]}`
    expect(ok(await farm.as('viewer').get(at))).toMatchObject({ status: 'queued', isSentOut: false })
    await doJobs(service)
    expect(ok(await farm.as('viewer').get(at))).toMatchObject({ status: 'sent', isSentOut: false })
  } finally {
    await service.close()
    await rm(directory, { recursive: true, force: true })
  }
})
