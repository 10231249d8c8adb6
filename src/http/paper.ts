import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import Type, { type Static, type TObject } from 'typebox'
import type { Tables } from '../db/tables.ts'
import type { Actor } from './actor.ts'
import { read, type AnyInput, type Input, type Operation } from './operation.ts'
import type { Paper } from './pdf/sheet.ts'
import { attachment } from './serve/send-bytes.ts'

export const PAPER_TYPE = 'application/pdf'

/** `format=pdf`, besides, asks for the rows as a paper. */
export const PrintedFormat = {
  format: Type.Optional(
    Type.Unsafe<'json' | 'csv' | 'xlsx' | 'pdf'>({
      type: 'string',
      enum: ['json', 'csv', 'xlsx', 'pdf'],
      default: 'json',
      description:
        'csv and xlsx, a workbook, answer all rows as a table; pdf answers a paper, in the language that Accept-Language prefers.',
    }),
  ),
}

/**
 * A read that answers a paper as PDF, in the language that the caller prefers. It is no resource: whoever is to have it is named on it.
 */
export function paper<Params extends TObject, Query extends TObject>(
  spec: Pick<Operation, 'path' | 'title' | 'description'> & { params: Params; query: Query },
  find: (
    db: Kysely<Tables>,
    actor: Actor,
    input: Input<Static<Params>, Static<Query>, unknown>,
  ) => Promise<Paper>,
): Operation {
  const result = Type.Unsafe<Buffer>({ type: 'string', format: 'binary', description: 'The paper.' })
  return {
    ...read({ ...spec, permission: 'stock:read', result, isInTheirLanguage: true }, () =>
      Promise.reject(new Error('a paper is answered as PDF')),
    ),
    isPaperAlone: true,
    // The frame has checked its parts.
    paper: (db, actor, input: AnyInput) =>
      find(db, actor, input as Input<Static<Params>, Static<Query>, unknown>),
  }
}

/** Sends a paper to be saved. HEAD says that there is one, and prints nothing. */
export async function sendPaper(
  request: FastifyRequest,
  reply: FastifyReply,
  { fileName, print }: Paper,
): Promise<FastifyReply> {
  const body = request.method === 'HEAD' ? Readable.from([]) : await print()
  return reply
    .headers({
      'Cache-Control': 'private, no-store',
      'Content-Disposition': attachment(fileName),
      'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      'Content-Type': PAPER_TYPE,
      Vary: 'Accept-Language',
      'X-Content-Type-Options': 'nosniff',
    })
    .send(body)
}
