import type { FastifyReply } from 'fastify'

/** A table as a workbook (XLSX). */
export interface Workbook {
  /** Without the ending. */
  fileName: string
  bytes: Buffer
}

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Sends a workbook to be saved. */
export function sendWorkbook(reply: FastifyReply, { fileName, bytes }: Workbook): FastifyReply {
  return reply
    .type(WORKBOOK_TYPE)
    .header('Content-Disposition', `attachment; filename="${fileName}.xlsx"`)
    .send(bytes)
}
