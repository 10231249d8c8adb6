import type { FastifyReply, FastifyRequest } from 'fastify'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import { auditOfWrite, runAudited } from './audit.ts'
import { etagOf } from './etag.ts'
import { ensureMatch } from './if-match.ts'
import type { GroupCommit } from './group-commit.ts'
import { findStoredResponse, NOBODY, publicCaller, type Claim } from './idempotency.ts'
import type { AnyInput, Operation, PublicRequest } from '../operation.ts'
import { StalePlan } from './stale-plan.ts'
import { giveSecret, keyOfSecret, secretIn } from '../serve/secret-cookie.ts'
import type { ServeOptions } from '../serve/serve-options.ts'
import { givenBefore, writeUnderKey, type GivenAnswer, type WriteAnswer } from './execute-idempotent.ts'
import { Refusal } from '../../kernel/errors.ts'
import { preferredLanguage } from '../serve/preferred-language.ts'

/** Reads the input of a request, as the schemas of its operation let it through. */
export function inputOf(request: FastifyRequest): AnyInput {
  return {
    params: request.params as Record<string, unknown>,
    query: request.query as Record<string, unknown>,
    body: request.body,
    language: preferredLanguage(request.headers['accept-language']),
    origin: originOf(request),
  }
}

/** Tells where a browser reached the service, as it writes that itself: without the port that the scheme has anyway. */
function originOf({ protocol, host }: FastifyRequest): string {
  return URL.parse(`${protocol}://${host}`)?.origin ?? ''
}

/** Runs a command in one transaction, and says that it is stored. */
export async function writeOnce(
  operation: Operation,
  request: FastifyRequest,
  input: AnyInput,
  { claim, group }: { claim: Claim | undefined; group?: GroupCommit<AnyInput> | undefined },
  options: ServeOptions,
): Promise<GivenAnswer> {
  const { actor } = request
  const write = (trx: Transaction) => runWrite(operation, request, input, trx, options)
  const alone = () =>
    operation.prepare
      ? writePrepared(operation, request, input, claim, options)
      : writeUnderKey(operation, claim, write, options)
  // What is to be changed only as it was read is judged by itself.
  const isConditional = request.headers['if-match'] !== undefined
  const touches = isConditional ? undefined : operation.together?.touches(input)
  const isForGroup = group && actor && touches
  const audit = (result: unknown, now: Date) => auditOfWrite(operation, request, { input, result, now })
  const writing = isForGroup ? group.write({ actor, input, touches, claim, alone, audit }) : alone()
  const answer = await writing.catch((error: unknown) => noteRefusal(operation, request, error, options))
  if (answer.replayed) {
    await ensureMayRepeat(operation, request, { input, answered: answer.result }, options)
    return answer
  }
  // It is stored: what goes wrong from here on must not say that it is not.
  await operation
    .afterCommit?.()
    .catch((error: unknown) => request.log.warn({ err: error }, 'what follows a write was left to later'))
  options.onCommit?.()
  return answer
}

/** Has a refusal noted in the audit log where somebody tried to get in. @throws the refusal */
async function noteRefusal(
  operation: Operation,
  request: FastifyRequest,
  error: unknown,
  { onRefusedTry, clock }: ServeOptions,
): Promise<never> {
  if (operation.isTry && error instanceof Refusal && isFailedTry(error))
    await onRefusedTry?.(operation, request, {
      code: error.code,
      reason: error.reason,
      secret: operation.cookie?.isKey ? secretIn(request, operation.cookie) : undefined,
      now: clock(),
    })
  throw error
}

/** A body that is no try at all is none; a wrong code is. */
function isFailedTry({ code, faults }: Refusal): boolean {
  return code !== 'invalid_input' || faults.some((each) => each.code === 'wrong')
}

/** Prepares, then writes; under a key that has been used, answers what was answered then, and prepares nothing. */
async function writePrepared(
  operation: Operation,
  request: FastifyRequest,
  input: AnyInput,
  claim: Claim | undefined,
  options: ServeOptions,
): Promise<GivenAnswer> {
  const { database, clock } = options
  const caller = request.actor ?? callerOf(operation, request, clock)
  const given = async () => {
    const kept = claim && (await findStoredResponse(database.db, claim))
    return kept && givenBefore(kept)
  }
  for (let attempt = 1; ; attempt++) {
    const before = await given()
    if (before) return before
    try {
      const withPrepared: AnyInput & { prepared: unknown } = {
        ...input,
        prepared: await operation.prepare?.(database.db, caller, input),
      }
      const write = (trx: Transaction) => runWrite(operation, request, withPrepared, trx, options)
      return await writeUnderKey(operation, claim, write, options)
    } catch (error) {
      if (error instanceof StalePlan && attempt < MOST_PREPARATIONS) continue
      // It may come of another request with the key, which was stored meanwhile.
      const meanwhile = await given()
      if (meanwhile) return meanwhile
      throw error
    }
  }
}

/** Two that get into each other's way make way for each other once. */
const MOST_PREPARATIONS = 3

/** @throws Refusal what the operation says against giving a kept answer to this request */
async function ensureMayRepeat(
  operation: Operation,
  request: FastifyRequest,
  { input, answered }: { input: AnyInput; answered: unknown },
  { database, clock }: ServeOptions,
): Promise<void> {
  const { ensureMayRepeat: ensure } = operation
  if (!ensure) return
  const caller = callerOf(operation, request, clock)
  await inTransaction(database.db, (trx) => ensure(trx, caller, input as never, answered as never))
}

/** All that is known of whoever needs no credential. */
function callerOf({ cookie }: Operation, request: FastifyRequest, clock: () => Date): PublicRequest {
  return {
    now: clock(),
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    language: preferredLanguage(request.headers['accept-language']),
    origin: originOf(request),
    ...(cookie && { secret: secretIn(request, cookie) }),
  }
}

/** Makes the claim that lets a write happen only once. A dry run spends no key: nothing of it is stored. */
export function claimOf(
  operation: Operation,
  request: FastifyRequest,
  { answersKey }: Pick<ServeOptions, 'answersKey'>,
): Claim | undefined {
  const { isProvedByToken, cookie, rehearse } = operation
  const { actor, headers, ip, method, url, body } = request
  // What changes stock answers with stock.
  const common = { answersKey, method, url, mayHoldSecret: rehearse === undefined }
  if (cookie?.isKey) {
    const secret = secretIn(request, cookie)
    if (secret === undefined) return undefined
    const sent = { ...common, key: keyOfSecret(secret), body: undefined }
    return { ...sent, organisationId: NOBODY, caller: publicCaller(sent, undefined) }
  }
  const key = headers['idempotency-key']
  // Anything but text was refused with the shape.
  if (typeof key !== 'string' || inputOf(request).query['dryRun'] === true) return undefined
  const sent = { ...common, key, body }
  if (actor)
    return {
      ...sent,
      organisationId: actor.organisationId,
      caller: `${actor.organisationId} ${actor.userId}`,
    }
  return {
    ...sent,
    organisationId: NOBODY,
    caller: publicCaller(sent, isProvedByToken ? undefined : ip),
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
  const caller = actor ?? callerOf(operation, request, clock)
  const run = () => operation.run(trx, caller, input)
  return answerWith(operation, await runAudited(operation, request, { trx, input, now: caller.now }, run))
}

/** Reads the condition on a resource before a change: the `If-Match` of a request. */
export function preconditionOf({ headers }: FastifyRequest, { params }: AnyInput) {
  return { params, condition: headers['if-match'] }
}

/** The ETag of a resource as it is answered. */
export function resourceEtag({ version }: Operation, result: unknown): string {
  return etagOf(version ? version(result) : result)
}

/** Builds a write's answer from its result. */
export function answerWith(operation: Operation, result: unknown): WriteAnswer {
  return {
    status: 200,
    location: operation.location?.(result) ?? null,
    etag: operation.isResource ? resourceEtag(operation, result) : null,
    result,
  }
}

/** Sends what a write answers, and whether it was answered before. */
export async function sendAnswer(
  { cookie }: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: GivenAnswer,
  { basePath }: ServeOptions,
) {
  if (answer.replayed) reply.header('Idempotency-Replayed', 'true')
  if (answer.location) reply.header('Location', answer.location)
  if (answer.etag) reply.header('ETag', answer.etag)
  if (answer.result === undefined) return reply.code(204).send()
  const body = cookie ? giveSecret(request, reply, cookie, answer.result, basePath) : answer.result
  return reply.code(answer.status).type('application/json; charset=utf-8').send(body)
}
