import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { makeFile, ok, openScene } from '../../../test/scene.ts'
import { QUESTIONS, SAMPLES } from './test-experts.ts'

let service: TestApp
beforeAll(async () => void (service = await shareTestApp()))
afterAll(() => service.close())

test('questions and samples of the organisation are listed with their files, the latest first', async () => {
  const scene = await openScene(service)
  const owner = scene.farm.as('owner')
  const file = await makeFile(scene)
  ok(await owner.post(QUESTIONS, { question: 'Is this rust?', files: [{ id: file }] }))
  service.clock.advance({ seconds: 1 })
  ok(await owner.post(SAMPLES, { files: [] }))
  const list = async (query = '') => ok(await scene.farm.as('viewer').get(`${QUESTIONS}${query}`))
  const page = await list()
  expect(page).toMatchObject({ totalDocs: 2, limit: 25, offset: 0 })
  expect(page.docs).toMatchObject([
    { kind: 'grain-sample', question: '', files: [], status: 'queued' },
    { kind: 'question', question: 'Is this rust?', files: [{ id: file }], status: 'queued' },
  ])
  expect(page.docs[1]).toEqual(ok(await owner.get(`${QUESTIONS}/${page.docs[1].id}`)))
  expect((await list('?kind=question')).docs).toHaveLength(1)
  expect((await list('?limit=1&offset=1')).docs).toMatchObject([{ kind: 'question' }])
  const stranger = await makeOrganisation(service)
  expect(ok(await stranger.as('owner').get(QUESTIONS))).toMatchObject({ docs: [], totalDocs: 0 })
})
