import { rm } from 'node:fs/promises'
import { Socket } from 'node:net'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../kernel/errors.ts'
import type { Actor } from '../actor.ts'
import { admitAgain } from './admit.ts'
import { withClaimAhead, type Claim } from '../write/idempotency.ts'
import type { AnyInput, Operation } from '../operation.ts'
import { receiveForm, type ReceivedFile } from './receive-form.ts'
import { whenOver } from './request-log.ts'
import { routeOf } from './route.ts'
import type { ServeOptions } from './serve-options.ts'
import { checkBeside, checkForm } from '../validate/shape-faults.ts'
import { writeIdsSmall } from '../validate/ids.ts'
import { Turns } from '../limits/shares.ts'
import { claimOf, inputOf, sendAnswer, writeOnce } from '../write/execute.ts'
import { givenBefore, type GivenAnswer } from '../write/execute-idempotent.ts'
import { message } from '../../words/catalogue.ts'

type Upload = NonNullable<Operation['upload']>

/** One organisation may fill a disk and a line this many times at once, and no more. */
const MAX_UPLOADS_AT_ONCE = 8

/** The uploads that each organisation has under way. */
function uploadTurns(): Turns {
  return new Turns(MAX_UPLOADS_AT_ONCE, (count) => message('tooManyFilesAreSent', { count }))
}

/** Uploads have a scope of their own: forms are for them alone, and a form sent to any other operation is 415. */
export function serveUploads(app: FastifyInstance, operations: Operation[], options: ServeOptions): void {
  const turns = uploadTurns()
  app.register(async (scope) => {
    await scope.register(multipart)
    for (const operation of operations) {
      const { upload } = operation
      if (!upload) continue
      scope.route({
        ...routeOf(scope, operation, options),
        preValidation: async (request, reply) => {
          turns.take(request, reply)
          const { fields, file, faults } = await receiveForm(request, upload)
          request.received = file
          request.faultsOfParts = faults
          writeIdsSmall(fields)
          request.body = fields
        },
        // The handler throws them, once the file that has arrived is in its hands.
        attachValidation: true,
        handler: uploadHandler(operation, upload, options),
      })
    }
  })
}

function uploadHandler(operation: Operation, upload: Upload, options: ServeOptions) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { received, validationError } = request
    // While it is worked on in steps nothing goes over the line, which is no reason to hang up.
    if (upload.isStepwise && request.raw.socket instanceof Socket) request.raw.socket.setTimeout(0)
    try {
      await admitAgain(request, reply, operation, options)
      checkForm(request)
      if (validationError) throw validationError
      checkBeside(request)
      const { actor } = request
      const claim = claimOf(operation, request, options)
      if (!actor || !received) throw new Error('a form was taken without its caller or its file')
      options.database.ensureTakesWrites()
      const signal = signalOf(reply)
      const write = () =>
        keepAndWrite(operation, upload, { request, actor, received, claim, signal }, options)
      const answer = claim && upload.isStepwise ? await writeAhead(claim, write, options) : await write()
      return await sendAnswer(operation, request, reply, answer, options)
    } finally {
      if (received) await rm(received.path, { force: true })
    }
  }
}

/** An upload that has arrived. */
interface Sent {
  request: FastifyRequest
  actor: Actor
  received: ReceivedFile
  claim: Claim | undefined
  signal: AbortSignal
}

/** Aborted when whoever asks leaves before the answer has gone out. */
function signalOf(reply: FastifyReply): AbortSignal {
  const left = new AbortController()
  whenOver(reply, (wasCutOff) => {
    if (wasCutOff) left.abort(new Refusal('unavailable', message('senderHasLeft', {})))
  })
  return left.signal
}

/** Keeps what an upload has brought, then writes; where nothing was written, what was kept is discarded. */
async function keepAndWrite(
  operation: Operation,
  upload: Upload,
  { request, actor, received, claim, signal }: Sent,
  options: ServeOptions,
): Promise<GivenAnswer> {
  const { database } = options
  const input = inputOf(request)
  const kept = await upload.keep(database, actor, input, received, { key: claim?.key, signal })
  const discard = () =>
    upload
      .discard(kept, database.db)
      .catch((error: unknown) => request.log.warn({ err: error }, 'a file was not discarded'))
  // Any other failure leaves open whether it was stored, so the file stays until housekeeping knows.
  const withKept: AnyInput & { kept: unknown } = { ...input, kept }
  const answer = await writeOnce(operation, request, withKept, { claim }, options).catch(
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
  const answer = await withClaimAhead({ db: database.db, clock }, claim, write)
  return 'replayed' in answer ? answer : givenBefore(answer)
}
