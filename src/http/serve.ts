import { rm } from 'node:fs/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type TSchema } from 'typebox'
import type { Database } from '../db/open.ts'
import { inTransaction, type Transaction } from '../db/transaction.ts'
import { Refusal } from '../kernel/errors.ts'
import { isPermitted, type Actor } from './actor.ts'
import { sendCsv } from './csv.ts'
import { etagOf, matches } from './etag.ts'
import { claimKey, idempotencyKeyOf, keepAnswer, type Claim, type KeptAnswer } from './idempotency.ts'
import { checkInput, UploadTurns } from './limits.ts'
import { withDryRun, type Input, type Operation, type Rehearse } from './operation.ts'
import { receiveForm, type ReceivedFile } from './receive-form.ts'
import { Conflict } from './schema.ts'
import { sendBytes, type Bytes } from './send-bytes.ts'

export interface ServeOptions {
  database: Database
  clock: () => Date
  /** Who asks; refuses with `unauthenticated`. */
  authenticate: (headers: FastifyRequest['headers'], now: Date) => Promise<Actor>
  /** Told after each write that was stored, so that whoever listens to events hears of it at once. */
  onCommit?: (() => void) | undefined
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

type AnyInput = Input<Record<string, unknown>, Record<string, unknown>, unknown>

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
      onRequest: async (request) => {
        if (operation.permission !== 'public') await admit(request, operation, options)
        else if (operation.knowsCaller) request.actor = await findCaller(request, options)
      },
      preValidation: async (request) => {
        checkInput(request.query)
        checkInput(request.body)
      },
      handler: handlerOf(operation, options),
    })
  }
  serveUploads(app, operations, options)
}

function handlerOf(operation: Operation, options: ServeOptions) {
  if (operation.kind === 'write') return writeHandler(operation, options)
  return operation.kind === 'read' ? readHandler(operation, options) : downloadHandler(operation, options)
}

/** Uploads have a scope of their own: forms are for them alone, and a form sent to any other operation is 415. */
function serveUploads(app: FastifyInstance, operations: Operation[], options: ServeOptions): void {
  const turns = new UploadTurns()
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
        onRequest: async (request) => admit(request, operation, options),
        preValidation: async (request, reply) => {
          checkInput(request.query)
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

/** The credential decides who and for which organisation; the operation's declared permission decides whether. */
async function admit(
  request: FastifyRequest,
  operation: Operation,
  { authenticate, clock }: ServeOptions,
): Promise<void> {
  const actor = await authenticate(request.headers, clock())
  if (operation.permission !== 'public' && !isPermitted(actor, operation.permission)) {
    throw new Refusal(
      'forbidden',
      `Your role, ${actor.role}, may not do this: it needs ${operation.permission}.`,
      {
        details: { role: actor.role, permission: operation.permission },
      },
    )
  }
  request.actor = actor
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

function readHandler(operation: Operation, { database }: ServeOptions) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { actor } = request
    const input = inputOf(request)
    const wantsCsv = input.query['format'] === 'csv' || /^text\/csv\b/.test(request.headers.accept ?? '')
    if (wantsCsv && operation.csv && actor)
      return sendCsv(reply, operation.csv(database.db, actor, input as never))

    const result = await operation.run(database.db as never, actor as never, input as never)
    if (!operation.isResource) return result
    const etag = etagOf(result)
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

/** Thrown to roll a dry run back with its answer in hand. */
class DryRunDone extends Error {
  readonly answer: unknown
  constructor(answer: unknown) {
    super('dry run')
    this.answer = answer
  }
}

function writeHandler(operation: Operation, options: ServeOptions) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const input = inputOf(request)
    if (input.query['dryRun'] === true && operation.rehearse && request.actor) {
      return dryRun(operation, operation.rehearse, request.actor, input, options)
    }
    return sendAnswer(reply, await writeOnce(operation, request, input, options))
  }
}

function uploadHandler(
  operation: Operation,
  upload: NonNullable<Operation['upload']>,
  options: ServeOptions,
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { actor, received, validationError } = request
    const input = inputOf(request)
    try {
      if (validationError) throw validationError
      checkInput(input.body)
      idempotencyKeyOf(request.headers['idempotency-key'])
      if (!actor || !received) throw new Error('a form was taken without its caller or its file')
      const kept = await upload.keep(options.database.db, actor, input as never, received)
      const discard = () =>
        upload
          .discard(kept as never, options.database.db)
          .catch((error: unknown) => request.log.warn({ err: error }, 'a file was not discarded'))
      // Any other failure leaves open whether it was stored, so the file stays until housekeeping knows.
      const withKept: AnyInput & { kept: unknown } = { ...input, kept }
      const answer = await writeOnce(operation, request, withKept, options).catch(async (error: unknown) => {
        if (error instanceof Refusal) await discard()
        throw error
      })
      if (answer.replayed) await discard()
      return await sendAnswer(reply, answer)
    } finally {
      if (received) await rm(received.path, { force: true })
    }
  }
}

/** An answer, and whether it had been given before. */
type GivenAnswer = KeptAnswer & { replayed: boolean }

/** Runs a command in one transaction; where its Idempotency-Key has been used, answers what was answered then. */
async function writeOnce(
  operation: Operation,
  request: FastifyRequest,
  input: AnyInput,
  options: ServeOptions,
): Promise<GivenAnswer> {
  const key = idempotencyKeyOf(request.headers['idempotency-key'])
  const claim = key === undefined ? undefined : claimOf(request, key)
  const answer = await inTransaction(options.database.db, async (trx) => {
    const kept = claim && (await claimKey(trx, claim, options.clock()))
    if (kept) return { ...kept, replayed: true }
    const fresh = await runWrite(operation, request, input, trx, options)
    if (claim) await keepAnswer(trx, claim, fresh)
    return { ...fresh, replayed: false }
  })
  if (answer.replayed) return answer
  // It is stored: what goes wrong from here on must not say that it is not.
  await operation
    .afterCommit?.()
    .catch((error: unknown) => request.log.warn({ err: error }, 'what follows a write was left to later'))
  options.onCommit?.()
  return answer
}

function claimOf({ actor, ip, method, url, body }: FastifyRequest, key: string): Claim {
  const caller = actor ? `${actor.organisationId} ${actor.userId}` : `public ${ip}`
  return { caller, key, method, url, body }
}

async function runWrite(
  operation: Operation,
  request: FastifyRequest,
  input: AnyInput,
  trx: Transaction,
  { clock }: ServeOptions,
): Promise<KeptAnswer> {
  const { actor } = request
  const condition = request.headers['if-match']
  if (condition !== undefined && operation.current && actor) {
    const etag = etagOf(await operation.current(trx, actor, input.params as never))
    if (!matches(condition, etag)) {
      throw new Refusal(
        'precondition_failed',
        'It has changed since you read it. Read it again, then decide.',
        { details: { etag } },
      )
    }
  }
  const caller = actor ?? { now: clock(), address: request.ip }
  const result = await operation.run(trx as never, caller as never, input as never)
  return {
    status: 200,
    location: operation.location?.(result as never) ?? null,
    etag: operation.isResource ? etagOf(result) : null,
    body: JSON.stringify(result),
  }
}

async function dryRun(
  operation: Operation,
  rehearse: Rehearse,
  actor: Actor,
  input: AnyInput,
  { database }: ServeOptions,
): Promise<unknown> {
  try {
    await inTransaction(database.db, async (trx) => {
      const command = () => operation.run(trx as never, actor as never, input as never)
      const { result, rehearsal } = await rehearse(trx, actor.now, command)
      const message = isAcknowledgement(result)
        ? `This would answer: ${result.message}`
        : 'This would be accepted.'
      throw new DryRunDone({
        status: 'success',
        message: `A dry run; nothing was stored. ${message}`,
        dryRun: rehearsal,
      })
    })
  } catch (error) {
    if (error instanceof DryRunDone) return error.answer
    throw error
  }
  throw new Error('a dry run was not rolled back')
}

function isAcknowledgement(result: unknown): result is { message: string } {
  return (
    typeof result === 'object' && result !== null && 'message' in result && typeof result.message === 'string'
  )
}

async function sendAnswer(reply: FastifyReply, answer: GivenAnswer) {
  if (answer.replayed) reply.header('Idempotency-Replayed', 'true')
  if (answer.location) reply.header('Location', answer.location)
  if (answer.etag) reply.header('ETag', answer.etag)
  return reply.code(answer.status).type('application/json; charset=utf-8').send(JSON.parse(answer.body))
}

/** The statuses every operation documents, with what they mean everywhere. */
const failures: Record<number, string> = {
  400: 'The input is wrong, or a rule refuses it. Every fault is listed.',
  401: 'No credential, or one that is wrong, expired, suspended or revoked.',
  403: 'Your role may not do this, or the body names an organisation that is not yours.',
  404: 'It is not there, or not yours to see.',
  409: 'Another request is in the way.',
  412: 'If-Match names another version than the stored one.',
  413: 'The request is too large.',
  415: 'The body is not of a type this operation takes.',
  422: 'The Idempotency-Key was used for another request.',
  429: 'Too many requests; see Retry-After.',
  500: 'Our fault; quote the request id.',
  503: 'Cannot serve just now; nothing was changed, try again.',
}

function routeSchema(operation: Operation) {
  const response: Record<number, TSchema | { description: string }> = { 200: operation.result }
  const isWriting = operation.kind === 'write' || operation.kind === 'upload'
  if (operation.kind === 'download') Object.assign(response, bytesAnswers(operation.result))
  if (operation.rehearse) response[200] = Type.Union([operation.result, DryRunAnswer])
  for (const [status, description] of Object.entries(failures)) {
    if (!isWriting && ['409', '412', '422'].includes(status)) continue
    response[Number(status)] = { ...Type.Ref('Error'), description }
  }
  return {
    summary: operation.title,
    description: operation.description,
    params: operation.params,
    ...(operation.upload && { consumes: ['multipart/form-data'] }),
    querystring: operation.rehearse ? withDryRun(operation.query) : operation.query,
    ...(operation.body && {
      body:
        operation.example === undefined
          ? operation.body
          : { ...operation.body, examples: [operation.example] },
    }),
    response,
    security: operation.permission === 'public' ? [] : [{ accessToken: [] }, { apiKey: [] }],
    'x-permission': operation.permission,
  }
}

function bytesAnswers(result: TSchema) {
  const content = { 'application/octet-stream': { schema: result } }
  return {
    200: { description: 'The bytes of the file, with its content type.', content },
    206: { description: 'The bytes of the Range asked for.', content },
    416: { ...Type.Ref('Error'), description: 'The file has no bytes in the Range asked for.' },
  }
}

const BalanceChange = Type.Object(
  {
    recordId: Type.String(),
    name: Type.String(),
    before: Type.Number({ description: 'Kilograms.' }),
    after: Type.Number({ description: 'Kilograms.' }),
  },
  { additionalProperties: false },
)

/** What a dry run answers: the balance now and at the end of the plan of every record it would touch, and the conflicts. */
export const DryRunAnswer = Type.Object(
  {
    status: Type.String(),
    message: Type.String(),
    dryRun: Type.Object(
      {
        balances: Type.Array(BalanceChange),
        planned: Type.Array(BalanceChange),
        conflicts: Type.Object(
          { before: Type.Array(Conflict), after: Type.Array(Conflict) },
          { additionalProperties: false },
        ),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
)
