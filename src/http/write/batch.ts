import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../actor.ts'

/** A request, and who sent it. */
export interface BatchedRequest<In> {
  actor: Actor
  input: In
}

/** The way to store several requests for one organisation, none of them a dry run, in one transaction. */
export interface Batch<In, Result = unknown> {
  /** Lists the things a request changes, as far as it names them: it waits while others change the same. Undefined where it is to be stored alone. */
  touches(input: In): unknown[] | undefined
  /** Stores all of them, or throws; answers what each would have answered by itself. */
  run(trx: Transaction, asked: BatchedRequest<In>[]): Promise<Result[]>
}
