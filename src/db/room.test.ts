import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { afterEach, expect, test, vi } from 'vitest'
import { buildBeside, shareTestApp } from '../../test/app.ts'
import { makeOrganisation } from '../../test/factories.ts'
import { roomIn } from './room.ts'

// The disk of an embedded database as it fills up. That nothing is lost on one that really is full is in reliability/disk-full.test.ts.

const MEGABYTE = 1024 ** 2

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

test('where less than 64 MB are free writes are refused, reads are answered, and it heals by itself', async () => {
  let freeMegabytes = 0
  let now = 0
  const bsize = 4096
  // No more of it is asked for.
  const disk = () => ({ bavail: (freeMegabytes * MEGABYTE) / bsize, bsize }) as fs.StatsFs
  vi.spyOn(fs, 'statfsSync').mockImplementation(disk)
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  syncBuiltinESMExports()
  const service = await shareTestApp()
  const farm = await makeOrganisation(service)
  const database = { ...service.database, ensureTakesWrites: roomIn(tmpdir()) }
  const app = await buildBeside(service, { database })
  let units = 0
  const write = async (query = '') => {
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: `/api/identity/business-units${query}`,
      headers: { 'x-api-key': farm.keys.owner },
      payload: { name: `Unit ${++units}`, type: 'farm' },
    })
    return [statusCode, JSON.parse(body).code]
  }
  try {
    freeMegabytes = 63.9
    expect(await write()).toEqual([503, 'unavailable'])
    const headers = { 'x-api-key': farm.keys.owner }
    expect((await app.inject({ url: '/api/identity/business-units', headers })).statusCode).toBe(200)
    freeMegabytes = 64
    expect(await write(), 'it looks twice a second at most').toEqual([503, 'unavailable'])
    now += 500
    expect(await write()).toEqual([200, undefined])
    freeMegabytes = 63.9
    now += 500
    expect(await write()).toEqual([503, 'unavailable'])
  } finally {
    await app.close()
  }
})
