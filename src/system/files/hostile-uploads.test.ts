import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { openTestApp, type Answer } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import {
  bomb,
  DOCX,
  film,
  filesIn,
  longGif,
  officeDocument,
  PDF,
  picture,
  uploadTo,
  withForgedSize,
  withTextChunk,
  zip,
} from './test-files.ts'

const directory = await mkdtemp(path.join(tmpdir(), 'granary-hostile-'))
const service = await openTestApp({
  settings: { files: { directory, s3: undefined, quotaBytes: 1024 ** 3 } },
})
const farm = await makeOrganisation(service)
const operator = farm.as('operator')
afterAll(async () => {
  await service.close()
  await rm(directory, { recursive: true, force: true })
})

const [jpeg, png, webp, gif] = await Promise.all([
  picture('jpeg'),
  picture('png'),
  picture('webp'),
  picture('gif'),
])
const [tiff, avif] = await Promise.all([picture('tiff'), picture('avif')])

/** Stands in everything that must not come out again. */
const SCRIPT = '<script>alert("granary")</script>'
const page = `<!doctype html><html><body>${SCRIPT}</body></html>`
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`
const program = Buffer.concat([
  Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0', 'latin1'),
  Buffer.alloc(256),
])
const elf = Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(256)])
const after = (bytes: Buffer, ...more: (Buffer | string)[]) =>
  Buffer.concat([bytes, ...more.map((each) => Buffer.from(each))])
const zeros = Buffer.alloc(16 * 1024 * 1024)
const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
const spoken = await sharp(jpeg)
  .withExif({ IFD0: { Artist: SCRIPT }, IFD3: { GPSLatitude: '51/1 48/1 0/1' } })
  .toBuffer()

type Outcome =
  | 'unsupported_media_type'
  | 'invalid_input'
  // Taken as this content type, and saved under a name that ends so.
  | { as: string; endsWith: string; drops?: string }

const asJpeg = { as: 'image/jpeg', endsWith: '.jpg', drops: SCRIPT }
const asPng = { as: 'image/png', endsWith: '.png', drops: SCRIPT }
const inert = { as: 'application/octet-stream', endsWith: '.bin' }
const asText = { as: 'text/plain; charset=utf-8', endsWith: '.txt' }
const asPdf = { as: 'application/pdf', endsWith: '.pdf' }
const asFilm = { as: 'video/mp4', endsWith: '.mp4' }
const REFUSED = 'unsupported_media_type'
const BROKEN = 'invalid_input'

type Row = [what: string, bytes: Buffer | string, name: string, outcome: Outcome]

const toImages: Row[] = [
  ['an SVG with a script', svg, 'logo.svg', REFUSED],
  ['an SVG that says it is a PNG', `<?xml version="1.0"?>${svg}`, 'logo.png', REFUSED],
  ['a page that says it is a JPEG', page, 'photo.jpg', REFUSED],
  ['a page behind the signature of a PNG', after(png.subarray(0, 8), page), 'photo.png', REFUSED],
  ['a page behind the head of a PNG', after(png.subarray(0, 33), page), 'photo.png', BROKEN],
  ['a page behind the signature of a JPEG', after(jpeg.subarray(0, 20), page), 'photo.jpg', BROKEN],
  ['a GIF that is also a script', 'GIF89a=1;alert(1)//', 'a.gif', BROKEN],
  ['half a PNG', png.subarray(0, png.length / 2), 'half.png', BROKEN],
  ['half a JPEG', jpeg.subarray(0, jpeg.length / 2), 'half.jpg', BROKEN],
  ['half a WebP', webp.subarray(0, webp.length / 2), 'half.webp', BROKEN],
  ['half a GIF', gif.subarray(0, 40), 'half.gif', BROKEN],
  ['a JPEG with a page behind it', after(jpeg, page), 'photo.jpg', asJpeg],
  ['a JPEG with a script and a place in its EXIF', spoken, 'photo.jpg', asJpeg],
  ['a JPEG with an archive behind it', after(jpeg, zip({ 'a.class': SCRIPT })), 'photo.jpg', asJpeg],
  ['a PNG with a script in its comment', withTextChunk(png, SCRIPT), 'photo.png', asPng],
  ['a PNG with a program behind it', after(png, program, SCRIPT), 'photo.png', asPng],
  ['a PNG of 64 megapixels in few bytes', await bomb(8000), 'bomb.png', BROKEN],
  ['a PNG that says it has 3600 megapixels', withForgedSize(png, 60_000), 'bomb.png', BROKEN],
  ['a GIF whose frames are 90 megapixels together', await longGif(90, 1000), 'long.gif', BROKEN],
  ['a PDF', PDF, 'photo.jpg', REFUSED],
  ['a program', program, 'photo.jpg', REFUSED],
  ['an archive', zip({ 'a.txt': 'a' }), 'photo.jpg', REFUSED],
  ['a TIFF', tiff, 'photo.tiff', REFUSED],
  ['an AVIF', avif, 'photo.avif', REFUSED],
  ['an icon', Buffer.from('\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0', 'latin1'), 'a.ico', REFUSED],
  [
    'a drawing program',
    'push graphic-context\nfill url(https://example.com/)\npop graphic-context',
    'a.jpg',
    REFUSED,
  ],
  ['a JPEG called ../../../etc/passwd', jpeg, '../../../etc/passwd', asJpeg],
  ['a JPEG called C:\\boot.ini', jpeg, 'C:\\boot.ini', asJpeg],
  ['a JPEG called evil.html', jpeg, 'evil.html', asJpeg],
  ['a JPEG called a PNG', jpeg, 'photo.png', asJpeg],
  ['a JPEG called with quotes', jpeg, 'a";filename="evil.exe', asJpeg],
  ['a JPEG called in many letters', jpeg, 'Weizen für Łódź 🌾 ', asJpeg],
  ['a JPEG whose name has line ends', jpeg, 'a\r\nX-Evil: 1', BROKEN],
  ['a JPEG whose name turns round', jpeg, 'photo\u202egpj.exe', BROKEN],
  ['a JPEG whose name has a NUL', jpeg, 'photo.exe\0.jpg', BROKEN],
  ['nothing', '', 'nothing.jpg', BROKEN],
]

const toFiles: Row[] = [
  ['a page', page, 'page.html', inert],
  ['a page that says it is text', `Harvest notes\n${page}`, 'notes.txt', inert],
  ['an SVG', svg, 'logo.svg', inert],
  [
    'XML that asks for a file',
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    'order.xml',
    { ...inert, endsWith: '.xml' },
  ],
  ['a PHP program', '<?php system($_GET["a"]); ?>', 'a.php', inert],
  ['a page in UTF-16', utf16(page), 'page.txt', inert],
  ['a page in UTF-7', '+ADw-script+AD4-alert(1)+ADw-/script+AD4-', 'page.htm', asText],
  ['a shell program', '#!/bin/sh\nrm -rf /\n', 'run.sh', asText],
  [
    'a table with a formula',
    'plot,yield\n1,"=cmd|\'/C calc\'!A0"\n',
    'yields.csv',
    { ...asText, endsWith: '.csv' },
  ],
  [
    'text whose first letters are a program’s',
    'MZ,tonnes\nA,12.4\n',
    'sums.csv',
    { ...asText, endsWith: '.csv' },
  ],
  [
    'text of a weighbridge in Windows’ letters',
    Buffer.from('Gewicht;M\xfcller\n', 'latin1'),
    'w.csv',
    { as: 'text/plain; charset=windows-1252', endsWith: '.csv' },
  ],
  ['a program', program, 'invoice.pdf', REFUSED],
  ['a program for Linux', elf, 'invoice.pdf', REFUSED],
  ['an archive of 16 MB in 16 kB', zip({ 'a.txt': zeros }), 'a.zip', REFUSED],
  ['gzip of 16 MB in 16 kB', gzipSync(zeros), 'a.csv', REFUSED],
  ['an archive called a document', zip({ 'a.txt': 'a' }), 'contract.docx', REFUSED],
  [
    'a document with macros',
    officeDocument('application/vnd.ms-word.document.macroEnabled', { 'word/vbaProject.bin': 'x' }),
    'a.docx',
    REFUSED,
  ],
  ['a document', officeDocument(DOCX), 'contract.docx', { as: DOCX, endsWith: '.docx' }],
  [
    'a document with a bomb in it',
    officeDocument(DOCX, { 'word/media/a.bin': zeros }),
    'contract.docx',
    { as: DOCX, endsWith: '.docx' },
  ],
  [
    'a document whose list of types is a bomb',
    zip({ '[Content_Types].xml': zeros }),
    'contract.docx',
    REFUSED,
  ],
  ['a Java program', zip({ 'META-INF/MANIFEST.MF': 'Main-Class: A', 'A.class': 'x' }), 'a.docx', REFUSED],
  ['a PDF with a page in it', `${PDF}${page}`, 'contract.pdf', asPdf],
  [
    'a PDF with an archive behind it',
    after(Buffer.from(PDF), zip({ 'A.class': 'x' })),
    'contract.pdf',
    asPdf,
  ],
  ['a PDF behind a page', `${page}${PDF}`, 'contract.pdf', inert],
  ['a picture, also here encoded again', after(jpeg, page), 'ticket.jpeg', { ...asJpeg, endsWith: '.jpeg' }],
  ['a film', film(), 'film.pdf', REFUSED],
  ['a database', Buffer.from(`SQLite format 3\0${'\0'.repeat(99)}`), 'a.pdf', REFUSED],
  ['web assembly', Buffer.from('\0asm\x01\0\0\0', 'latin1'), 'a.pdf', REFUSED],
  [
    'bytes of no kind',
    Buffer.from(Array.from({ length: 999 }, (_each, index) => (index * 7919) % 256)),
    'a.dat',
    REFUSED,
  ],
]

const toVideos: Row[] = [
  ['a page', page, 'film.mp4', REFUSED],
  ['a picture', jpeg, 'film.mp4', REFUSED],
  ['a document', PDF, 'film.mp4', REFUSED],
  ['text', 'a film', 'film.mp4', REFUSED],
  ['Flash', Buffer.from(`FWS\x0a${'\0'.repeat(99)}`), 'film.mp4', REFUSED],
  ['music', Buffer.from(`ID3\x04\0\0\0\0\0\x0a${'\0'.repeat(99)}`, 'latin1'), 'film.mp4', REFUSED],
  [
    'Matroska that ends in its head',
    Buffer.from('\x1a\x45\xdf\xa3\x9f\x42\x86', 'latin1'),
    'film.webm',
    REFUSED,
  ],
  ['a film with a page behind it', after(film(), page), 'film.html', asFilm],
]

describe.each([
  ['images', toImages],
  ['files', toFiles],
  ['videos', toVideos],
] as const)('to the bucket %s', (bucket, rows) => {
  test.concurrent.each(rows)('%s', async (_what, bytes, name, outcome) => {
    const answer = await uploadTo(operator, {
      bytes,
      fields: { bucket, name },
      fileName: name,
      mimeType: 'text/html',
    })
    if (typeof outcome === 'string') return expectRefusal(answer, outcome)
    await expectInert(answer, outcome)
  })
})

function expectRefusal({ status, body }: Answer, code: string): void {
  expect({ status, code: body.code }, JSON.stringify(body)).toEqual({
    status: code === REFUSED ? 415 : 400,
    code,
  })
  if (code === BROKEN) expect(['file', 'name']).toContain(body.validation[0].path)
}

/** It comes back as what it is, to be saved and never shown. */
async function expectInert(
  { status, body }: Answer,
  { as, endsWith, drops }: Exclude<Outcome, string>,
): Promise<void> {
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.info.contentType).toBe(as)
  expect(body.info.path).toMatch(/^(images|files|videos)\/[0-9a-f]{2}\/[0-9a-f-]{36}$/)
  const { headers, rawPayload } = await service.app.inject({
    url: body.info.url,
    headers: { 'x-api-key': farm.keys.viewer },
  })
  expect(headers).toMatchObject({
    'content-type': as,
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
  })
  const disposition = String(headers['content-disposition'])
  const [, plain = '', encoded = ''] =
    /^attachment; filename="([^"\\/\r\n]+)"; filename\*=UTF-8''([\w%.~!*&+$#^`|-]+)$/.exec(disposition) ?? []
  expect(plain.endsWith(endsWith), disposition).toBe(true)
  expect(decodeURIComponent(encoded)).not.toMatch(/[/\\\p{Cc}\p{Cf}]/u)
  if (drops) expect(rawPayload.includes(drops)).toBe(false)
}

test('after all of that there are the bytes of the files, and no others', async () => {
  const rows = await service.database.db.selectFrom('files').select(['storage_key', 'sha256']).execute()
  const expected = rows.map((row) => `${directory}/kept/${row.storage_key}`)
  expect(rows.length).toBeGreaterThan(20)
  expect((await filesIn(directory)).sort()).toEqual(expected.sort())
  expect(await service.database.db.selectFrom('unfinished_files').selectAll().execute()).toEqual([])
  for (const file of expected) expect((await readFile(file)).length).toBeGreaterThan(0)
})
