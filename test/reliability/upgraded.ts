import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'vitest'
import { generate } from '../../src/db/generate.ts'
import { verifyLedger } from '../../src/inventory/ledger/ledger.ts'
import { examineMovementCounts } from '../../src/inventory/movements/count-movements.ts'
import type { Answer, Client } from '../app.ts'
import { clientAt } from '../processes.ts'
import { movement, STOCK_TAKE } from '../farm.ts'
import { ok } from '../scene.ts'
import { readContent, type Before, type Books } from './books.ts'
import { OWNERS, PASSWORD } from './dumps/desk.ts'
import type { OldDatabase } from './released.ts'

// What has to hold of a database once it has been brought to today's version.

const SCHEMA = path.resolve(import.meta.dirname, '../../migrations/schema.sql')
const MOVEMENTS = '/api/inventory/movements'
/** In one of the years that all dumps have stock of, with entries before and after it. */
const LATE = '2025-08-25T09:30:00.000Z'

/**
 * The schema is today's, the ledger's figures are what its entries say, and movements are counted as they are.
 *
 * @param before what is stored as it was; left out where the service has served since, which signs people in
 */
export async function expectToday(upgraded: OldDatabase, before?: Before): Promise<void> {
  const database = await upgraded.open()
  try {
    const { schema } = await generate(database)
    expect(schema).toBe(await readFile(SCHEMA, 'utf8'))
    if (before) expect(await readContent(database.pool, before.columns)).toEqual(before.content)
    expect(await Array.fromAsync(verifyLedger(database.db))).toEqual([])
    expect(await examineMovementCounts(database.db)).toEqual([])
  } finally {
    await database.close()
  }
}

/** Signs the owner of an organisation in, with the password of back then. */
export async function signIn(url: string, email: string): Promise<Client> {
  const signedIn = await clientAt(url, {}).post('/api/identity/sign-in', { email, password: PASSWORD })
  return clientAt(url, { authorization: `Bearer ${ok(signedIn).accessToken}` })
}

/** The API tells the positions and movements that the entries told before. */
async function expectBooks(client: Client, books: Books, instants: string[]): Promise<void> {
  for (const [index, at] of instants.entries())
    expect(await readPosition(client, at), at).toEqual(books.standing[index])
  const kept = books.movements.filter(({ status }) => status !== 'deleted')
  expect((await listMovements(client)).map(({ id }) => id)).toEqual(kept.map(({ id }) => id))
  for (const expected of books.movements) {
    const { id, movementDateISO, inventory, status } = ok(await client.get(`${MOVEMENTS}/${expected.id}`))
    const grams = gramsOf(inventory.commodity.weight.weight)
    expect({ id, at: movementDateISO, grams, status }).toEqual(expected)
  }
}

const gramsOf = (kilograms: number) => Math.round(kilograms * 1000)

async function readPosition(client: Client, at: string): Promise<Books['standing'][number]> {
  const { lines } = ok(await client.get(`/api/inventory/position?at=${at}`))
  return Object.fromEntries(
    lines.map(({ recordId, weight }: { recordId: string; weight: number }) => [recordId, gramsOf(weight)]),
  )
}

async function listMovements(client: Client): Promise<Answer['body'][]> {
  const all: Answer['body'][] = []
  for (;;) {
    const { docs } = ok(await client.get(`${MOVEMENTS}?limit=200&sortBy=id&offset=${all.length}`))
    if (docs.length === 0) return all
    all.push(...docs)
  }
}

/** Everything with a page of its own still has it, and lists and searches answer. */
export async function expectPages(client: Client, pages: string[]): Promise<void> {
  expect(pages.length).toBeGreaterThan(0)
  for (const page of [...pages, ...lists]) ok(await client.get(page))
}

const lists = [
  '/api/inventory/records?limit=200',
  '/api/inventory/storage',
  '/api/inventory/storage/search',
  '/api/inventory/contracts',
  '/api/inventory/harvest-plans',
  '/api/inventory/harvest-plans/history',
  '/api/inventory/movements/actions',
  '/api/identity/business-units',
  '/api/identity/users',
  '/api/identity/invitations',
  '/api/identity/api-keys',
  '/api/identity/sessions',
  '/api/system/conversations',
  '/api/system/webhooks',
  '/api/system/jobs',
]

/** Old stock takes new entries, late ones as well, and the books and searches carry them on to the gram. */
export async function expectWork(client: Client): Promise<void> {
  const present = new Date().toISOString()
  const standing = async (at: string) => (await readPosition(client, at))[recordId] ?? 0
  const recordId = heaviest(await readPosition(client, LATE))
  const then = await standing(LATE)
  const now = await standing(present)
  expect(await searchedGrams(client, recordId)).toBe(now)
  for (const movementDateISO of [LATE, present])
    ok(await client.post(MOVEMENTS, { ...movement(recordId, 1.5, 'mill'), movementDateISO }))
  expect([await standing(LATE), await standing(present)]).toEqual([then - 1500, now - 3000])
  expect(await searchedGrams(client, recordId)).toBe(now - 3000)
  const counted = { records: [{ id: recordId, adjustTo: 12.345 }], reasonId: STOCK_TAKE }
  ok(await client.post('/api/inventory/records/adjustments', counted))
  expect(await searchedGrams(client, recordId)).toBe(12_345)
}

/** The record with most in it. */
function heaviest(standing: Books['standing'][number]): string {
  const [first] = Object.entries(standing).toSorted((a, b) => b[1] - a[1])
  if (!first) throw new Error(`the dump has no stock at ${LATE}`)
  return first[0]
}

/** Searches answer from memory, which has to follow what is written to an old database. */
async function searchedGrams(client: Client, recordId: string): Promise<number> {
  const { docs } = ok(await client.get('/api/inventory/records?limit=200'))
  const found = docs.find(({ id }: { id: string }) => id === recordId)
  return gramsOf(found.commodity.weight.weight)
}

/** The same for both organisations, each signed in as its owner. */
export async function expectAllBooks(url: string, { books }: Before, instants: string[]): Promise<void> {
  for (const email of Object.values(OWNERS)) {
    const own = books.get(email)
    if (own) await expectBooks(await signIn(url, email), own, instants)
  }
}
