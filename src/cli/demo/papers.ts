import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { putAdjustmentFile } from '../../inventory/records/adjustment-files.ts'
import { newId } from '../../kernel/ids.ts'
import type { UploadForm } from '../../system/files/schema.ts'
import type { Files } from '../../system/files/store.ts'
import { storeFile, uploadFile } from '../../system/files/upload-file.ts'
import { entered, on, type DemoOffice } from './office.ts'

/** Form fields sent with a file as it is uploaded. */
type Paper = Pick<UploadForm, 'bucket' | 'type' | 'name'>

/** Papers of the sample farm, by the ids of their files. */
export interface Papers {
  /** A photo of the neighbour's weighbridge ticket. */
  ticket: string
  /** The laboratory's findings on his load. */
  report: string
  /** Notes written down as the barley was counted. */
  count: string
}

/** Uploads what an office has lying about: a photo, a report as PDF and a sheet. */
export async function uploadPapers(office: DemoOffice, files: Files): Promise<Papers> {
  const { year } = office
  const upload = (at: Date, paper: Paper, bytes: Buffer) => uploadBytes(office, files, { at, paper, bytes })
  return {
    ticket: await upload(
      on(office, 9, 12, 14),
      { bucket: 'images', type: 'weighbridge', name: 'Weighbridge ticket Brook End 5.jpg' },
      await photoOf(['WEIGHBRIDGE TICKET', 'Brook End 5', 'BB11 BEF', `12.09.${year}`, 'Feed wheat']),
    ),
    report: await upload(
      on(office, 9, 13, 11),
      { bucket: 'files', type: 'sample', name: 'Laboratory report Brook End 5.pdf' },
      pdfOf([
        `Laboratory report, 13 September ${year}`,
        'Sample: Brook End 5, feed wheat',
        'Moisture 16.2 %',
      ]),
    ),
    count: await upload(
      on(office, 10, 31, 11),
      { bucket: 'files', type: 'misc', name: 'Stock take Hill 1.csv' },
      Buffer.from('Bay,Height at the wall (m),Ridge (m)\nHill 1,1.85,3.10\n'),
    ),
  }
}

/** The sheet of the stock take goes with the count that it led to. */
export async function fileCount(office: DemoOffice, { count: fileId }: Papers): Promise<void> {
  const { trx, at, stock } = office
  const recordId = entered(stock, 'Hill 1')
  const { id } = await trx
    .selectFrom('adjustments')
    .select('id')
    .where('record_id', '=', recordId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await putAdjustmentFile(trx, at(on(office, 10, 31, 11)), { recordId, adjustmentId: String(id), fileId })
}

async function uploadBytes(
  { trx, at: actorAt }: DemoOffice,
  files: Files,
  { at, paper, bytes }: { at: Date; paper: Paper; bytes: Buffer },
): Promise<string> {
  const actor = actorAt(at)
  await mkdir(files.incoming, { recursive: true, mode: 0o700 })
  const arrived = path.join(files.incoming, newId())
  await writeFile(arrived, bytes, { flag: 'wx', mode: 0o600 })
  const received = {
    path: arrived,
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest(),
  }
  // What a form names its file by is read when it is sent.
  const form = { ...paper, file: arrived }
  const kept = await storeFile(files, trx, actor, form, received)
  return (await uploadFile(files, trx, actor, form, kept)).id
}

/** A slip of paper on a table, as a telephone would see it. */
function photoOf(lines: string[]): Promise<Buffer> {
  const texts = lines.map((line, index) => `<text x="150" y="${190 + index * 90}">${line}</text>`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="700" font-family="sans-serif" font-size="46">
    <rect width="900" height="700" fill="#6b5438"/>
    <g transform="rotate(-3 450 350)"><rect x="90" y="80" width="720" height="540" fill="#f7f3e8"/>${texts.join('')}</g></svg>`
  return sharp(Buffer.from(svg)).jpeg().toBuffer()
}

/** One page with lines of text. */
function pdfOf(lines: string[]): Buffer {
  const shown = lines.map((line, index) => `1 0 0 1 72 ${760 - index * 24} Tm (${line}) Tj`).join('\n')
  const text = `BT /F1 13 Tf\n${shown}\nET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  let body = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = body.length
    body += `${index + 1} 0 obj${object}endobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  return Buffer.from(
    `${body}xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`,
  )
}
