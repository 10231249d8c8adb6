import { rm } from 'node:fs/promises'
import { Socket } from 'node:net'
import multipart from '@fastify/multipart'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Database } from '../db/open.ts'
import type { Transaction } from '../db/transaction.ts'
import { Refusal } from '../kernel/errors.ts'
import { ensurePermitted, type Actor } from './actor.ts'
import { sendCsv } from './csv.ts'
import { dryRun } from './dry-run.ts'
import { etagOf, matches } from './etag.ts'
import { GroupCommit, type StoreTogether } from './group-commit.ts'
import { ensureMatch } from './if-match.ts'
import { withClaimAhead, type Claim } from './idempotency.ts'
import { checkTexts, countingRefused, uploadTurns } from './limits.ts'
import { isWriting, type AnyInput, type Operation } from './operation.ts'
import { receiveForm, type ReceivedFile } from './receive-form.ts'
import { routeSchema, subjectOf } from './route-schema.ts'
import { sendBytes, type Bytes } from './send-bytes.ts'
import { checkBeside } from './shape-faults.ts'
import { whileAdmitted } from './while-admitted.ts'
import { givenBefore, writeUnderKey, type GivenAnswer, type WriteAnswer } from './write-under-key.ts'

export interface ServeOptions {
  database: Database
  clock: () => Date
  /** Who asks; refuses with `unauthenticated`. */
  authenticate: (headers: FastifyRequest['headers'], now: Date) => Promise<Actor>
  /** Told after each write that was stored, so that whoever listens to events hears of it at once. */
  onCommit?: (() => void) | undefined
  /** The log of a part of the service, such as `inventory/movements`. */
  loggerOf?: ((module: string) => FastifyBaseLogger) | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined
    /** The file of an upload; the handler removes it. */
    received: ReceivedFile | undefined
  }
  interface FastifyContextConfig {
    operation?: Operation
  }
}

/** Serves the operations of one service below its prefix: credential, permission, validation, transaction, answer. */
export function serveOperations(app: FastifyInstance, operations: Operation[], options: ServeOptions): void {
  app.decorateRequest('actor', undefined)
  app.decorateRequest('received', undefined)
  for (const operation of operations.filter(({ upload }) => upload === undefined)) {
    app.route({
      method: operation.method,
      url: operation.path,
      schema: routeSchema(operation),
      config: { operation },
      ...loggedBy(app, operation, options),
      onRequest: async (request, reply) => {
        tellCaches(reply, operation)
        if (operation.permission !== 'public') await admit(request, reply, operation, options)
        else if (operation.knowsCaller) request.actor = await findCaller(request, options)
      },
      preValidation: async (request, reply) => {
        await admitAgain(request, reply, operation, options)
        checkBeside(request)
      },
      handler: handlerOf(operation, options),
    })
  }
  serveUploads(app, operations, options)
}

/** Requests are logged by service and subject, so that each has a level of its own: `inventory/movements`. */
function loggedBy({ prefix }: FastifyInstance, { path }: Operation, { loggerOf }: ServeOptions) {
  if (!loggerOf) return {}
  const log = loggerOf([prefix.split('/').at(-1), subjectOf({ path })].join('/').toLowerCase())
  const childLoggerFactory: RouteOptions['childLoggerFactory'] = (_parent, bindings, options) =>
    log.child(bindings, options)
  return { childLoggerFactory }
}

function handlerOf(operation: Operation, options: ServeOptions) {
  if (operation.kind === 'write') return writeHandler(operation, options)
  return operation.kind === 'read' ? readHandler(operation, options) : downloadHandler(operation, options)
}

/** Uploads have a scope of their own: forms are for them alone, and a form sent to any other operation is 415. */
function serveUploads(app: FastifyInstance, operations: Operation[], options: ServeOptions): void {
  const turns = uploadTurns()
  app.register(async (scope) => {
    await scope.register(multipart)
    for (const operation of operations) {
      const { upload } = operation
      if (!upload) continue
      scope.route({
        method: operation.method,
        url: operation.path,
        schema: routeSchema(operation),
        config: { operation },
        ...loggedBy(scope, operation, options),
        onRequest: async (request, reply) => {
          tellCaches(reply, operation)
          await admit(request, reply, operation, options)
        },
        preValidation: async (request, reply) => {
          checkTexts(request.query)
          turns.take(request, reply)
          const { fields, file } = await receiveForm(request, upload)
          request.received = file
          request.body = fields
        },
        // The handler throws them, once the file that has arrived is in its hands.
        attachValidation: true,
        handler: uploadHandler(operation, upload, options),
      })
    }
  })
}

/**
 * Whose an answer is stands in a header that caches on the way do not know, and they would hand it to the next who asks. What only a
 * write answers, such as a token, is for nobody to keep.
 */
function tellCaches(reply: FastifyReply, operation: Operation): void {
  const { permission, knowsCaller } = operation
  if (isWriting(operation)) reply.header('Cache-Control', 'no-store')
  else if (permission !== 'public' || knowsCaller) reply.header('Cache-Control', 'private, no-cache')
}

/** The credential decides who and for which organisation; the operation's declared permission decides whether. */
async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: Operation,
  { authenticate, clock }: ServeOptions,
): Promise<void> {
  await countingRefused(request, reply, async () => {
    request.actor = await authenticate(request.headers, clock())
    if (operation.permission !== 'public') ensurePermitted(request.actor, operation.permission)
  })
}

/** A body that is here within this time is as good as one that came with its credential. */
const BODY_ARRIVES_MS = 1000

/** A body may be held back, and whoever sends it be shut out meanwhile: then it comes too late (domain.md §8). */
async function admitAgain(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: Operation,
  options: ServeOptions,
): Promise<void> {
  const { actor } = request
  if (operation.permission === 'public' || !actor) return
  if (options.clock().getTime() - actor.now.getTime() > BODY_ARRIVES_MS)
    await admit(request, reply, operation, options)
}

/** Whoever has sent a good credential to what needs none; a bad one is as good as none there. */
async function findCaller(
  request: FastifyRequest,
  { authenticate, clock }: ServeOptions,
): Promise<Actor | undefined> {
  try {
    return await authenticate(request.headers, clock())
  } catch (error) {
    if (error instanceof Refusal && error.code === 'unauthenticated') return undefined
    throw error
  }
}

function inputOf(request: FastifyRequest): AnyInput {
  return {
    params: request.params as Record<string, unknown>,
    query: request.query as Record<string, unknown>,
    body: request.body,
  }
}

function readHandler(operation: Operation, options: ServeOptions) {
  const { database } = options
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { actor } = request
    const input = inputOf(request)
    const wantsCsv =
      operation.isAlwaysCsv ||
      input.query['format'] === 'csv' ||
      /^text\/csv\b/.test(request.headers.accept ?? '')
    const { permission } = operation
    if (wantsCsv && operation.csv && actor && permission !== 'public') {
      const table = await operation.csv(database.db, actor, input as never)
      const rows = whileAdmitted(table.rows, request, { actor, permission }, options)
      return sendCsv(reply, { ...table, rows })
    }

    const result = await operation.run(database.db as never, actor as never, input as never)
    if (!operation.isResource) return result
    const etag = resourceEtag(operation, result)
    reply.header('ETag', etag)
    if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return result
  }
}

function downloadHandler(operation: Operation, { database }: ServeOptions) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    // `download` is what makes these operations, and it asks for bytes.
    const bytes = (await operation.run(
      database.db as never,
      request.actor as never,
      inputOf(request) as never,
    )) as Bytes
    return sendBytes(request, reply, bytes)
  }
}

function writeHandler(operation: Operation, options: ServeOptions) {
  const group = groupOf(operation, options)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const input = inputOf(request)
    const claim = claimOf(request)
    if (input.query['dryRun'] === true && operation.rehearse && request.actor) {
      const asked = { actor: request.actor, input, precondition: preconditionOf(request, input) }
      return dryRun(operation, operation.rehearse, asked, options)
    }
    options.database.ensureRoom()
    return sendAnswer(reply, await writeOnce(operation, request, input, { claim, group }, options))
  }
}

/** How requests of an operation are stored together, where they can be. */
function groupOf(operation: Operation, options: ServeOptions): GroupCommit<AnyInput> | undefined {
  const { together } = operation
  if (!together) return undefined
  const store: StoreTogether<AnyInput> = async (trx, actor, inputs) =>
    (await together.run(trx, actor, inputs as never[])).map((result) => answerWith(operation, result))
  return new GroupCommit(store, options)
}

function uploadHandler(
  operation: Operation,
  upload: NonNullable<Operation['upload']>,
  options: ServeOptions,
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { received, validationError } = request
    const input = inputOf(request)
    // While it is worked on in steps nothing goes over the line, which is no reason to hang up.
    if (upload.isStepwise && request.raw.socket instanceof Socket) request.raw.socket.setTimeout(0)
    try {
      await admitAgain(request, reply, operation, options)
      if (validationError) throw validationError
      checkBeside(request)
      checkTexts(input.body)
      const { actor } = request
      const claim = claimOf(request)
      if (!actor || !received) throw new Error('a form was taken without its caller or its file')
      options.database.ensureRoom()
      const write = () => keepAndWrite(operation, upload, request, actor, input, received, options)
      const answer = claim && upload.isStepwise ? await writeAhead(claim, write, options) : await write()
      return await sendAnswer(reply, answer)
    } finally {
      if (received) await rm(received.path, { force: true })
    }
  }
}

/** Keeps what an upload has brought, then writes; where nothing was written, what was kept is discarded. */
async function keepAndWrite(
  operation: Operation,
  upload: NonNullable<Operation['upload']>,
  request: FastifyRequest,
  actor: Actor,
  input: AnyInput,
  received: ReceivedFile,
  options: ServeOptions,
): Promise<GivenAnswer> {
  const { db } = options.database
  const kept = await upload.keep(db, actor, input as never, received)
  const discard = () =>
    upload
      .discard(kept as never, db)
      .catch((error: unknown) => request.log.warn({ err: error }, 'a file was not discarded'))
  // Any other failure leaves open whether it was stored, so the file stays until housekeeping knows.
  const withKept: AnyInput & { kept: unknown } = { ...input, kept }
  const answer = await writeOnce(operation, request, withKept, { claim: claimOf(request) }, options).catch(
    async (error: unknown) => {
      if (error instanceof Refusal) await discard()
      throw error
    },
  )
  if (answer.replayed) await discard()
  return answer
}

async function writeAhead(
  claim: Claim,
  write: () => Promise<GivenAnswer>,
  { database, clock }: ServeOptions,
): Promise<GivenAnswer> {
  const answer = await withClaimAhead(database.db, claim, clock(), write)
  return 'replayed' in answer ? answer : givenBefore(answer)
}

/** Runs a command in one transaction, and says that it is stored. */
async function writeOnce(
  operation: Operation,
  request: FastifyRequest,
  input: AnyInput,
  { claim, group }: { claim: Claim | undefined; group?: GroupCommit<AnyInput> | undefined },
  options: ServeOptions,
): Promise<GivenAnswer> {
  const { actor } = request
  const write = (trx: Transaction) => runWrite(operation, request, input, trx, options)
  const alone = () => writeUnderKey(operation, claim, write, options)
  const touches = operation.together?.touches(input as never)
  const isForGroup = group && actor && touches
  const answer = await (isForGroup ? group.write({ actor, input, touches, claim, alone }) : alone())
  if (answer.replayed) return answer
  // It is stored: what goes wrong from here on must not say that it is not.
  await operation
    .afterCommit?.()
    .catch((error: unknown) => request.log.warn({ err: error }, 'what follows a write was left to later'))
  options.onCommit?.()
  return answer
}

/** What a write is done once by. A dry run spends no key: nothing of it is stored. */
function claimOf(request: FastifyRequest): Claim | undefined {
  const { actor, headers, ip, method, url, body } = request
  const key = headers['idempotency-key']
  // Anything but text was refused with the shape.
  if (typeof key !== 'string' || inputOf(request).query['dryRun'] === true) return undefined
  return {
    caller: actor ? `${actor.organisationId} ${actor.userId}` : `public ${ip}`,
    key,
    method,
    url,
    body,
  }
}

async function runWrite(
  operation: Operation,
  request: FastifyRequest,
  input: AnyInput,
  trx: Transaction,
  { clock }: ServeOptions,
): Promise<WriteAnswer> {
  const { actor } = request
  if (actor) await ensureMatch(trx, operation, actor, preconditionOf(request, input))
  const caller = actor ?? { now: clock(), address: request.ip }
  return answerWith(operation, await operation.run(trx as never, caller as never, input as never))
}

function preconditionOf({ headers }: FastifyRequest, { params }: AnyInput) {
  return { params, condition: headers['if-match'] }
}

function resourceEtag({ version }: Operation, result: unknown): string {
  return etagOf(version ? version(result as never) : result)
}

function answerWith(operation: Operation, result: unknown): WriteAnswer {
  return {
    status: 200,
    location: operation.location?.(result as never) ?? null,
    etag: operation.isResource ? resourceEtag(operation, result) : null,
    result,
  }
}

async function sendAnswer(reply: FastifyReply, answer: GivenAnswer) {
  if (answer.replayed) reply.header('Idempotency-Replayed', 'true')
  if (answer.location) reply.header('Location', answer.location)
  if (answer.etag) reply.header('ETag', answer.etag)
  return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.result)
}
