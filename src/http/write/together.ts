import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../actor.ts'

/** A request, and who sent it. */
export interface Asked<In> {
  actor: Actor
  input: In
}

/** How several requests for one organisation, none of them a dry run, are stored in one transaction. */
export interface Together<In, Result = unknown> {
  /** What a request changes, as far as it says so itself: while others change the same, it waits. Undefined where it is to be stored alone. */
  touches(input: In): unknown[] | undefined
  /** Stores all of them, or throws; answers what each would have answered by itself. */
  run(trx: Transaction, asked: Asked<In>[]): Promise<Result[]>
}
