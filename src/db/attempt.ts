import { sql } from 'kysely'
import type { Transaction } from './transaction.ts'
import { Refusal } from '../kernel/errors.ts'

/**
 * Stores all that can be stored together, and where a rule is against one, its two halves by themselves: so a good file takes a
 * few statements, and in a bad one the rows that are refused are found without entering the others one by one. What a refused
 * half has written is taken back.
 *
 * @returns for each, what it was stored as, or why it was not
 */
export async function storeWhatCanBe<Each, Stored>(
  trx: Transaction,
  each: Each[],
  store: (some: Each[]) => Promise<Stored[]>,
): Promise<(Stored | Refusal)[]> {
  if (each.length === 0) return []
  const stored = await attempt(trx, () => store(each))
  if (!(stored instanceof Refusal)) return stored
  if (each.length === 1) return [stored]
  const middle = Math.ceil(each.length / 2)
  return [
    ...(await storeWhatCanBe(trx, each.slice(0, middle), store)),
    ...(await storeWhatCanBe(trx, each.slice(middle), store)),
  ]
}

/** Does something that a rule may be against; what is refused is taken back, and answered as its refusal. */
export async function attempt<Stored>(
  trx: Transaction,
  store: () => Promise<Stored>,
): Promise<Stored | Refusal> {
  await sql`savepoint some_rows`.execute(trx)
  try {
    const stored = await store()
    await sql`release savepoint some_rows`.execute(trx)
    return stored
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await sql`rollback to savepoint some_rows`.execute(trx)
    await sql`release savepoint some_rows`.execute(trx)
    return error
  }
}

/** Does something for each, one by one; what is refused is taken back, and answered as its refusal. */
export async function storeEach<Each, Stored>(
  trx: Transaction,
  each: Each[],
  store: (one: Each) => Promise<Stored>,
): Promise<(Stored | Refusal)[]> {
  const results: (Stored | Refusal)[] = []
  for (const one of each) results.push(await attempt(trx, () => store(one)))
  return results
}
