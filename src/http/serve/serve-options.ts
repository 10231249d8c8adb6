import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Database } from '../../db/open.ts'
import type { Actor } from '../actor.ts'
import type { Operation } from '../operation.ts'

/** A refusal to somebody who tried to get in. */
export interface RefusedTry {
  /** Its code, and the message that says why, by its id. */
  code: string
  reason: string
  /** The secret in its cookie. */
  secret?: string | undefined
  now: Date
}

/** Settings with which operations are served. */
export interface ServeOptions {
  database: Database
  clock: () => Date
  /** Finds the caller; refuses with `unauthenticated`. */
  authenticate: (request: Pick<FastifyRequest, 'headers' | 'ip'>, now: Date) => Promise<Actor>
  /** Encrypts stored answers, together with the Idempotency-Key. */
  answersKey: Buffer
  /** Told after each write that was stored, so that whoever listens to events hears of it at once. */
  onCommit?: (() => void) | undefined
  /** Told of what was refused to somebody who tried to get in. */
  onRefusedTry?:
    | ((operation: Operation, request: FastifyRequest, refused: RefusedTry) => Promise<void>)
    | undefined
  /** Told of a credential that was refused, whatever was asked for with it. */
  onRefusedCredential?:
    | ((request: FastifyRequest, refused: { reason: string; now: Date }) => Promise<void>)
    | undefined
  /** The path below which people reach the service where a proxy puts it there, such as `/granary`. */
  basePath?: string | undefined
  /** The log of a part of the service, such as `inventory/movements`. */
  loggerOf?: ((module: string) => FastifyBaseLogger) | undefined
}
