import type { Kysely } from 'kysely'
import Type, { type Static, type TSchema } from 'typebox'
import type { Tables } from '../db/tables.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Permission } from '../kernel/permissions.ts'
import type { Actor } from './actor.ts'
import type { TableFile } from './table.ts'
import { describeGuards, guardsOf, type AskedFrom, type Guards } from './guards.ts'
import type { UploadRules, UploadSteps } from './serve/receive-form.ts'
import type { SecretCookie } from './serve/secret-cookie.ts'
import type { Bytes } from './serve/send-bytes.ts'
import type { Batch } from './write/batch.ts'
import type { Paper } from './pdf/sheet.ts'
import type { PublicRequest } from './public-request.ts'
import { describeOtherNames, type OtherNames } from './validate/other-names.ts'
import type { Rehearsal } from './validate/rehearsal.ts'
import { closed } from './validate/schema.ts'

export type { PublicRequest }

/**
 * An operation of the service: what a slice's `routes.ts` lists, one entry each, and all that the frame needs to
 * serve it (`serve.ts`), document it and test it. Commands and queries behind it know nothing of HTTP.
 *
 * What takes the parts of a request is a method here, so that an operation whose own parts are known is one of these. The frame has checked them.
 */
export interface Operation extends Guards {
  kind: 'read' | 'write' | 'upload' | 'download'
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the service's prefix, as in `/movements/:id`. */
  path: string
  /** The operation's documented title. */
  title: string
  /** For a person with ten minutes: what it does, units, and what it refuses. */
  description: string
  /** Permission that the caller needs; `public` needs no credential. */
  permission: Permission | 'public'
  /** A read that a replica may answer. It needs the database alone: neither rows in the memory of this process nor anything to write. */
  fromReplica?: boolean
  /** Needs no credential, and answers in the caller's own country where there is a good one. */
  knowsCaller: boolean
  params: TSchema
  query: TSchema
  body: TSchema | undefined
  result: TSchema
  /** Names of other operations for fields of the body, which are taken too. */
  otherNames?: OtherNames[]
  /** A body that works, shown in the documents. */
  example?: unknown
  run(handle: Kysely<Tables>, caller: Actor | PublicRequest | undefined, input: AnyInput): Promise<unknown>
  /** Answers the rows as a file, CSV or a workbook, with `format=`. */
  table?(db: Kysely<Tables>, actor: Actor, input: AnyInput): TableFile | Promise<TableFile>
  /** Answers the same in the words of EPCIS 2.0, with `format=epcis`. */
  epcis?(db: Kysely<Tables>, actor: Actor, input: AnyInput): Promise<object>
  /** Answers a paper as PDF: with `format=pdf`, or whatever is asked for where it is a paper alone. */
  paper?(db: Kysely<Tables>, actor: Actor, input: AnyInput): Promise<Paper>
  /** Of an operation that is asked for things by their ids: those that the caller finds nothing by. */
  missing?(db: Kysely<Tables>, actor: Actor, input: AnyInput): Promise<string[]>
  /** Answers a paper and no JSON. */
  isPaperAlone?: boolean
  /** Answers a file and no JSON: CSV where nothing else is asked for. */
  isTableAlone?: boolean
  /** Returns the address of the resource that was made. */
  location?(result: unknown): string | undefined
  /**
   * Reads the resource as its GET shows it, so that If-Match can be honoured. What others change besides, such as a field by a split,
   * is locked first, as the command does: what they do must not come between the look and the change.
   */
  current?(trx: Transaction, actor: Actor, params: AnyInput['params']): Promise<unknown>
  /** Answers with an ETag. */
  isResource: boolean
  /** Answers in the caller's language, which is then part of the input. Caches on the way are told. */
  isInTheirLanguage?: boolean
  /** The value behind the ETag, where an answer may have only a part of the resource; `current` reads the same. */
  version?(result: unknown): unknown
  /** Its body is a token that nobody guesses, so the same one is of the same sender from whatever address it comes. */
  isProvedByToken?: boolean
  /** Refuses to give an answer once more that was kept under an Idempotency-Key, where having it tells what somebody may be guessing. */
  ensureMayRepeat?: (trx: Transaction, request: PublicRequest, input: never, answered: never) => Promise<void>
  /** Holds what scripts in a browser must not see. */
  cookie?: SecretCookie
  /** Requests a minute from one network address, whatever credentials it sends; less than the server's own limit. */
  perMinute?: number
  /**
   * Does nothing but what rolling its transaction back undoes. So it may be done before it is known whether its
   * Idempotency-Key is new.
   */
  isUndoneByRollback?: boolean
  /** The way to store requests together that come while others are being stored. */
  together?: Batch<AnyInput>
  /** Takes `dryRun=true`: runs the command, says what it did to stock, and takes it back. */
  rehearse?: Rehearse
  /** Fetches from a network before the write's transaction, which must not wait for one. Throws nothing: `run` finds what went wrong. */
  beforehand?(input: AnyInput): Promise<void>
  /** Done before the transaction because it takes long, and given to `run`; not where its Idempotency-Key has been used. */
  prepare?(db: Kysely<Tables>, caller: Actor | PublicRequest, input: AnyInput): Promise<unknown>
  /** Done once it is stored and before it is answered: for what is in the memory of this process. */
  afterCommit?: () => Promise<void>
  /** Rules for the file of an upload, and its steps before it writes. */
  upload?: UploadRules & UploadSteps<AnyInput, unknown>
}

/** True for an operation that changes stored data. */
export function isWriting({ kind }: Pick<Operation, 'kind'>): boolean {
  return kind === 'write' || kind === 'upload'
}

/** Runs a command inside a transaction that is rolled back afterwards, and says what it would have changed. */
export type Rehearse = (
  trx: Transaction,
  now: Date,
  command: () => Promise<unknown>,
  caller: Pick<Actor, 'organisationId' | 'countryISO' | 'language' | 'units'>,
) => Promise<{ result: unknown; rehearsal: Rehearsal }>

/** Input of a command or query: the validated parts of the request. */
export interface Input<Params, Query, Body> extends AskedFrom {
  params: Params
  query: Query
  body: Body
}

export type AnyInput = Input<Record<string, unknown>, Record<string, unknown>, unknown>

interface Spec<
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Result extends TSchema,
> extends Guards {
  method: Operation['method']
  path: string
  title: string
  description: string
  permission: Permission
  params?: Params
  query?: Query
  body?: Body
  result: Result
  isInTheirLanguage?: boolean
  otherNames?: OtherNames[]
  example?: Static<Body>
  perMinute?: number
}

type InputOf<Params extends TSchema, Query extends TSchema, Body extends TSchema> = Input<
  Static<Params>,
  Static<Query>,
  Static<Body>
>

const Nothing = closed({})
type Nothing = typeof Nothing

type AsTable<Params extends TSchema, Query extends TSchema> = (
  db: Kysely<Tables>,
  actor: Actor,
  input: InputOf<Params, Query, Nothing>,
) => TableFile | Promise<TableFile>

/** An operation that only reads. `run` gets the database. */
export function read<
  Result extends TSchema,
  Params extends TSchema = Nothing,
  Query extends TSchema = Nothing,
>(
  spec: Omit<Spec<Params, Query, Nothing, Result>, 'body' | 'example' | 'method'> & {
    /** Answers with an ETag: one resource, not a search. */
    isResource?: boolean
    version?: (result: Static<Result>) => unknown
    fromReplica?: boolean
    missing?: (db: Kysely<Tables>, actor: Actor, input: InputOf<Params, Query, Nothing>) => Promise<string[]>
    table?: AsTable<Params, Query>
    epcis?: (db: Kysely<Tables>, actor: Actor, input: InputOf<Params, Query, Nothing>) => Promise<object>
    paper?: (db: Kysely<Tables>, actor: Actor, input: InputOf<Params, Query, Nothing>) => Promise<Paper>
  },
  run: (db: Kysely<Tables>, actor: Actor, input: InputOf<Params, Query, Nothing>) => Promise<Static<Result>>,
): Operation {
  return {
    ...base({ ...spec, method: 'GET' }),
    kind: 'read',
    run,
    isResource: spec.isResource ?? false,
    fromReplica: spec.fromReplica ?? false,
    ...(spec.version && { version: spec.version }),
    ...(spec.table && { table: spec.table }),
    ...(spec.epcis && { epcis: spec.epcis }),
    ...(spec.paper && { paper: spec.paper }),
    ...(spec.missing && { missing: spec.missing }),
  }
}

/** A read that answers a table as CSV, or with `format=xlsx` as a workbook, and nothing else. */
export function table<Params extends TSchema = Nothing, Query extends TSchema = Nothing>(
  spec: Omit<Spec<Params, Query, Nothing, TSchema>, 'body' | 'example' | 'method' | 'result'> & {
    fromReplica?: boolean
  },
  rows: AsTable<Params, Query>,
): Operation {
  const result = Type.String({ description: 'RFC 4180, UTF-8 with a byte-order mark.' })
  return {
    ...base({ ...spec, method: 'GET', result }),
    kind: 'read',
    run: () => Promise.reject(new Error('a table is answered as CSV')),
    table: rows,
    fromReplica: spec.fromReplica ?? false,
    isTableAlone: true,
    isResource: false,
  }
}

/** A read that needs no credential. Where it `knowsCaller`, `run` gets whoever has sent a good one all the same. */
export function publicRead<
  Result extends TSchema,
  Params extends TSchema = Nothing,
  Query extends TSchema = Nothing,
>(
  spec: Omit<Spec<Params, Query, Nothing, Result>, 'body' | 'example' | 'method' | 'permission'> & {
    isResource?: boolean
    knowsCaller?: boolean
  },
  run: (
    db: Kysely<Tables>,
    input: InputOf<Params, Query, Nothing>,
    actor: Actor | undefined,
  ) => Promise<Static<Result>>,
): Operation {
  return {
    ...base({ ...spec, method: 'GET', permission: 'signed-in' }),
    permission: 'public',
    knowsCaller: spec.knowsCaller ?? false,
    kind: 'read',
    run: (db: Kysely<Tables>, actor: Actor | undefined, input: InputOf<Params, Query, Nothing>) =>
      run(db, input, actor),
    isResource: spec.isResource ?? false,
  }
}

/**
 * An operation that writes. `run` gets a transaction that the frame opens, commits and, when the command throws,
 * rolls back: a refused request changes nothing. `Idempotency-Key` works on every one of them.
 */
export function write<
  Result extends TSchema,
  Params extends TSchema = Nothing,
  Query extends TSchema = Nothing,
  Body extends TSchema = Nothing,
  Prepared = undefined,
>(
  spec: Spec<Params, Query, Body, Result> & {
    prepare?: (db: Kysely<Tables>, actor: Actor, input: InputOf<Params, Query, Body>) => Promise<Prepared>
    location?: (result: Static<Result>) => string | undefined
    current?: (trx: Transaction, actor: Actor, params: Static<Params>) => Promise<unknown>
    isResource?: boolean
    version?: (result: Static<Result>) => unknown
    rehearse?: Rehearse
    beforehand?: (input: InputOf<Params, Query, Body>) => Promise<void>
    afterCommit?: () => Promise<void>
    isUndoneByRollback?: boolean
    together?: Batch<InputOf<Params, Query, Body>, Static<Result>>
  },
  run: (
    trx: Transaction,
    actor: Actor,
    input: InputOf<Params, Query, Body> & { prepared: Prepared },
  ) => Promise<Static<Result>>,
): Operation {
  return {
    ...base(spec),
    kind: 'write',
    run,
    isResource: spec.isResource ?? false,
    isUndoneByRollback: spec.isUndoneByRollback ?? false,
    ...(spec.location && { location: spec.location }),
    ...(spec.version && { version: spec.version }),
    ...(spec.current && { current: spec.current }),
    ...(spec.rehearse && { rehearse: spec.rehearse }),
    ...(spec.beforehand && { beforehand: spec.beforehand }),
    ...(spec.prepare && { prepare: spec.prepare }),
    ...(spec.afterCommit && { afterCommit: spec.afterCommit }),
    ...(spec.together && { together: spec.together }),
  }
}

/** A write that needs no credential, such as signing in. */
export function publicWrite<
  Result extends TSchema,
  Params extends TSchema = Nothing,
  Query extends TSchema = Nothing,
  Body extends TSchema = Nothing,
  Prepared = undefined,
>(
  spec: Omit<Spec<Params, Query, Body, Result>, 'permission'> & {
    isProvedByToken?: boolean
    prepare?: (
      db: Kysely<Tables>,
      request: PublicRequest,
      input: InputOf<Params, Query, Body>,
    ) => Promise<Prepared>
    ensureMayRepeat?: (
      trx: Transaction,
      request: PublicRequest,
      input: InputOf<Params, Query, Body>,
      answered: Static<Result>,
    ) => Promise<void>
    cookie?: SecretCookie
  },
  run: (
    trx: Transaction,
    request: PublicRequest,
    input: InputOf<Params, Query, Body> & { prepared: Prepared },
  ) => Promise<Static<Result> | undefined>,
): Operation {
  return {
    ...base({ ...spec, permission: 'signed-in' }),
    permission: 'public',
    kind: 'write',
    run,
    isResource: false,
    isProvedByToken: spec.isProvedByToken ?? false,
    ...(spec.prepare && { prepare: spec.prepare }),
    ...(spec.cookie && { cookie: spec.cookie }),
    ...(spec.ensureMayRepeat && { ensureMayRepeat: spec.ensureMayRepeat }),
  }
}

/**
 * A write that takes a file, as multipart/form-data. The body's schema has the form's fields and `FileField` for the file;
 * `run` gets what `keep` made of it. `Idempotency-Key` compares the fields and the file's bytes.
 */
export function upload<
  Result extends TSchema,
  Body extends TSchema,
  Kept,
  Params extends TSchema = Nothing,
  Query extends TSchema = Nothing,
>(
  spec: Omit<Spec<Params, Query, Body, Result>, 'method' | 'example'> & {
    body: Body
    location?: (result: Static<Result>) => string | undefined
    afterCommit?: () => Promise<void>
  } & UploadRules &
    UploadSteps<InputOf<Params, Query, Body>, Kept>,
  run: (
    trx: Transaction,
    actor: Actor,
    input: InputOf<Params, Query, Body> & { kept: Kept },
  ) => Promise<Static<Result>>,
): Operation {
  const { field, incoming, maxBytes, keep, discard, isStepwise = false } = spec
  return {
    ...base({ ...spec, method: 'POST' }),
    kind: 'upload',
    run,
    isResource: false,
    upload: { field, incoming, maxBytes, keep, discard, isStepwise },
    ...(spec.location && { location: spec.location }),
    ...(spec.afterCommit && { afterCommit: spec.afterCommit }),
  }
}

const file = { type: 'string', format: 'binary', description: 'The file itself.' }
/** The file in the body's schema of an upload. */
export const FileField = Type.Unsafe<string>(file)

/** A read that answers with the bytes of a file, whole or in part. */
export function download<Params extends TSchema = Nothing, Query extends TSchema = Nothing>(
  spec: Omit<Spec<Params, Query, Nothing, TSchema>, 'method' | 'body' | 'example' | 'result'>,
  run: (db: Kysely<Tables>, actor: Actor, input: InputOf<Params, Query, Nothing>) => Promise<Bytes>,
): Operation {
  const result = Type.Unsafe<Bytes>({ type: 'string', format: 'binary' })
  return { ...base({ ...spec, method: 'GET', result }), kind: 'download', run, isResource: true }
}

function base(spec: Spec<TSchema, TSchema, TSchema, TSchema>) {
  return {
    method: spec.method,
    path: spec.path,
    title: spec.title,
    description: spec.description + describeOtherNames(spec.otherNames ?? []) + describeGuards(spec),
    permission: spec.permission,
    knowsCaller: false,
    params: spec.params ?? Nothing,
    query: spec.query ?? Nothing,
    body: spec.body,
    result: spec.result,
    ...(spec.example === undefined ? {} : { example: spec.example }),
    ...(spec.isInTheirLanguage && { isInTheirLanguage: true }),
    ...(spec.otherNames && { otherNames: spec.otherNames }),
    ...(spec.perMinute !== undefined && { perMinute: spec.perMinute }),
    ...guardsOf(spec),
  }
}
