import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Database } from '../../db/open.ts'
import { Refusal, type Fault } from '../../kernel/errors.ts'
import { ensureProvedLately, type Actor } from '../actor.ts'
import { admitAgain, whileAdmitted } from './admit.ts'
import { sendCsv } from '../csv.ts'
import { preferredFormat, type TableFormat } from '../table.ts'
import { dryRun } from '../write/dry-run.ts'
import { auditOfExport, writeAuditAlone, type ExportFormat } from '../write/audit.ts'
import { matches } from '../write/etag.ts'
import { GroupCommit, type ExecuteBatch } from '../write/group-commit.ts'
import type { AnyInput, Operation } from '../operation.ts'
import { sendPaper } from '../paper.ts'
import { sendWorkbook } from '../workbook.ts'
import type { ReceivedFile } from './receive-form.ts'
import { takeAnswerBack } from '../validate/as-answered.ts'
import { takeOtherNames, type Renamed } from '../validate/other-names.ts'
import { refuseShape, checkBeside } from '../validate/shape-faults.ts'
import { varyByLanguage } from './preferred-language.ts'
import { routeOf } from './route.ts'
import { sendBytes, type Bytes } from './send-bytes.ts'
import type { ServeOptions } from './serve-options.ts'
import { serveUploads } from './serve-uploads.ts'
import { WorkShares } from '../limits/shares.ts'
import {
  answerWith,
  claimOf,
  inputOf,
  preconditionOf,
  resourceEtag,
  sendAnswer,
  writeOnce,
} from '../write/execute.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined
    /** The file of an upload; the handler removes it. */
    received: ReceivedFile | undefined
    /** Faults of single parts of an upload's form. */
    faultsOfParts: Fault[] | undefined
    /** Fields and parameters that the request names as another operation does. */
    renamed: Renamed[] | undefined
  }
  interface FastifyContextConfig {
    operation?: Operation
  }
}

/** Serves the operations of one service below its prefix: credential, permission, validation, transaction, answer. */
export function serveOperations(app: FastifyInstance, operations: Operation[], options: ServeOptions): void {
  app.decorateRequest('actor', undefined)
  app.decorateRequest('received', undefined)
  app.decorateRequest('faultsOfParts', undefined)
  app.decorateRequest('renamed', undefined)
  const shares = new WorkShares()
  for (const operation of operations.filter(({ upload }) => upload === undefined)) {
    app.route({
      ...routeOf(app, operation, options),
      preValidation: async (request, reply) => {
        await admitAgain(request, reply, operation, options)
        request.renamed = takeOtherNames(request)
        await takeAnswerBack(request, operation, options)
        checkBeside(request)
      },
      handler: shares.within(operation, handlerOf(operation, options)),
    })
  }
  serveUploads(app, operations, options)
}

function handlerOf(operation: Operation, options: ServeOptions) {
  if (operation.kind === 'write') return writeHandler(operation, options)
  return operation.kind === 'read' ? readHandler(operation, options) : downloadHandler(operation, options)
}

function readHandler(operation: Operation, options: ServeOptions) {
  const { database } = options
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { actor } = request
    const input = inputOf(request)
    const { permission, table, epcis, paper, isPaperAlone = false } = operation
    const format = tableFormatOf(operation, request, input)
    const note = (left: ExportFormat) => noteExport(operation, request, { input, format: left }, options)
    const isPrinted = isPaperAlone || input.query['format'] === 'pdf'
    // Before anything is read; a paper is of one thing.
    if (operation.needsStepUpToExport && format && actor) ensureProvedLately(actor)
    if (paper && isPrinted && actor) {
      const printed = await paper(database.db, actor, input)
      await note('paper')
      return sendPaper(request, reply, printed)
    }
    if (table && format && actor && permission !== 'public') {
      const file = await readFrom(operation, database, async (db) => table(db, actor, input))
      await note(format)
      const rows = whileAdmitted(file.rows, request, { actor, permission }, options)
      return format === 'csv' ? sendCsv(reply, { ...file, rows }) : sendWorkbook(reply, { ...file, rows })
    }
    if (epcis && input.query['format'] === 'epcis' && actor) {
      const events = await readFrom(operation, database, (db) => epcis(db, actor, input))
      await note('epcis')
      return reply.type('application/ld+json').send(JSON.stringify(events))
    }

    const { found, missing } = await readFrom(operation, database, (db) =>
      find(operation, db, { actor, input }),
    )
    // Anything may be sent for an id, and not everything stand in a header.
    if (missing?.length) reply.header('X-Not-Found', missing.map(encodeURIComponent).join(','))
    // Whoever is known reads sentences, and names of filters, in their language.
    if (operation.isInTheirLanguage || actor) varyByLanguage(reply)
    if (!operation.isResource) return found
    const etag = resourceEtag(operation, found)
    reply.header('ETag', etag)
    if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return found
  }
}

/** The file that is asked for in place of JSON. */
function tableFormatOf(
  { isTableAlone }: Operation,
  { headers }: FastifyRequest,
  { query }: AnyInput,
): TableFormat | undefined {
  const { format } = query
  if (format === 'csv' || format === 'xlsx') return format
  return preferredFormat(headers.accept) ?? (isTableAlone ? 'csv' : undefined)
}

/** Writes into the audit log that data leaves the service. Where the database takes nothing just now, they are read all the same. */
async function noteExport(
  operation: Operation,
  request: FastifyRequest,
  asked: { input: AnyInput; format: ExportFormat },
  { database, clock }: ServeOptions,
): Promise<void> {
  await writeAuditAlone(database.db, auditOfExport(operation, request, { ...asked, now: clock() })).catch(
    (error: unknown) => request.log.warn({ err: error }, 'an export could not be written into the audit log'),
  )
}

/** Reads from the replica where it may answer the operation. */
function readFrom<T>(
  { fromReplica }: Operation,
  { db, replica }: Database,
  work: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return fromReplica && replica ? replica.read(work, (error) => error instanceof Refusal) : work(db)
}

/** Runs the query, and finds at the same moment which of the ids asked for have nothing. */
async function find(
  operation: Operation,
  db: Kysely<Tables>,
  { actor, input }: { actor: Actor | undefined; input: AnyInput },
): Promise<{ found: unknown; missing?: string[] }> {
  if (!operation.missing || !actor) return { found: await operation.run(db, actor, input) }
  return inOneMoment(db, async (moment) => ({
    found: await operation.run(moment, actor, input),
    missing: (await operation.missing?.(moment, actor, input)) ?? [],
  }))
}

function downloadHandler(operation: Operation, options: ServeOptions) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const input = inputOf(request)
    // `download` is what makes these operations, and it asks for bytes.
    const bytes = (await operation.run(options.database.db, request.actor, input)) as Bytes
    if (operation.isExport) await noteExport(operation, request, { input, format: 'archive' }, options)
    return sendBytes(request, reply, bytes)
  }
}

function writeHandler(operation: Operation, options: ServeOptions) {
  const group = groupOf(operation, options)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.validationError) return refuseShape(operation, request, options)
    const input = inputOf(request)
    const claim = claimOf(operation, request, options)
    if (input.query['dryRun'] === true && operation.rehearse && request.actor) {
      const asked = { actor: request.actor, input, precondition: preconditionOf(request, input) }
      return dryRun(operation, operation.rehearse, asked, options)
    }
    options.database.ensureTakesWrites()
    await operation.beforehand?.(input)
    const answer = await writeOnce(operation, request, input, { claim, group }, options)
    return sendAnswer(operation, request, reply, answer, options)
  }
}

/** Makes the group in which requests of an operation are stored together, where they can be. */
function groupOf(operation: Operation, options: ServeOptions): GroupCommit<AnyInput> | undefined {
  const { together } = operation
  if (!together) return undefined
  const store: ExecuteBatch<AnyInput> = async (trx, asked) =>
    (await together.run(trx, asked)).map((result) => answerWith(operation, result))
  return new GroupCommit(store, options)
}
