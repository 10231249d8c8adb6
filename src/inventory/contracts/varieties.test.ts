import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { base } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { makeStore } from './test-contracts.ts'

let service: TestApp
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

test('varieties that differ by case alone are one, as it is written first', async () => {
  const store = await makeStore(service)
  const variety = ['Skyfall', ' skyfall', 'Extase', 'EXTASE']
  const { id, varieties } = await store.contract({ inventory: { variety } })
  expect(varieties).toEqual(['Skyfall', 'Extase'])
  const commodity = { id: 1, type: 101, variety: ['Gleam', 'gleam'] }
  const body = { details: {}, inventory: { commodity } }
  expect(ok(await store.merchant.as('manager').put(`${base}/contracts/${id}`, body)).varieties).toEqual([
    'Gleam',
  ])
})
