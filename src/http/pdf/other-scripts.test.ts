import { expect, test } from 'vitest'
import { textOfPdf } from '../../../test/pdf.ts'
import { drawPdf } from './draw.ts'
import { inOtherScripts } from './other-scripts.ts'
import type { Content, Piece, Sheet } from './sheet.ts'

const sheetOf = (content: Content[]): Sheet => ({
  title: 'Names',
  language: 'en',
  pageSize: { width: 300, height: 400 },
  pageMargins: [20, 20, 20, 30],
  fontSize: 10,
  content,
  foot: 'Page {page} of {pages}',
  cannotDraw: 'No face has {letters}.',
})

/** The runs of a name as they are seen, each with the face it is set in, if that is not the own one. */
async function runsOf(name: string): Promise<string[]> {
  const { content } = await inOtherScripts(sheetOf([{ text: name }]))
  const { text } = content.at(-1) as Piece
  const runs = typeof text === 'string' ? [text] : (text ?? [])
  return runs.map((run) => {
    if (typeof run === 'string') return run
    const face = run.font?.replace(/-\w+$/, '').replace('noto-', '')
    return [face, String(run.text).replaceAll('\u00a0', ' ')].filter(Boolean).join(': ')
  })
}

test.each([
  { name: 'Łódź, Göttingen – “Hill & Sons” €', runs: ['Łódź, Göttingen – “Hill & Sons” €'] },
  { name: 'Пшеница', runs: ['Пшеница'] },
  { name: '王', runs: ['sans-sc: 王'] },
  { name: '農', runs: ['sans-sc: 農'] },
  { name: 'カ', runs: ['sans-sc: カ'] },
  { name: '밀', runs: ['sans-kr: 밀'] },
  { name: 'Hill 🌾 Farm', runs: ['Hill ', 'emoji: 🌾', ' Farm'] },
  { name: 'חיטה משק', runs: ['sans-hebrew: חיטה משק'] },
  { name: 'مزرعة القمح', runs: ['sans-arabic: مزرعة القمح'] },
  // What begins from the right goes on from the right, figures within it from the left.
  { name: 'حقل 12 غرب', runs: ['sans-arabic: غرب', ' ', '12', ' ', 'sans-arabic: حقل'] },
  { name: 'משק (ב)', runs: ['(', 'sans-hebrew: ב', ')', ' ', 'sans-hebrew: משק'] },
  { name: 'Farm مزرعة Ltd', runs: ['Farm ', 'sans-arabic: مزرعة', ' Ltd'] },
])('$name is set as it is seen', async ({ name, runs }) => {
  expect(await runsOf(name)).toEqual(runs)
})

test('an ordinary sheet is drawn as it is, and no other face is read', async () => {
  const sheet = sheetOf(['Weighbridge ticket 001204', { text: 'Größe, État, Łódź' }])
  const set = await inOtherScripts(sheet)
  expect(set.faces).toEqual([])
  expect(set.content).toBe(sheet.content)
})

test('what no face has is said at the head, and the names of all others can be read in the paper', async () => {
  const names = ['王小麦', '밀농장', 'חיטה משק', 'مزرعة القمح', 'Hill 🌾 Farm', '東京農場株式会社']
  const bytes = await drawPdf(
    sheetOf([{ table: { widths: ['*'], headerRows: 0, body: [...names, 'ข้าว'].map((name) => [name]) } }]),
  )
  const [text = ''] = await textOfPdf(bytes)
  // The dots of Arabic letters are signs of their own, which mean nothing.
  const letters = (said: string) => said.replaceAll(/[^\p{L}\p{S}]/gu, '')
  for (const name of names) expect(letters(text)).toContain(letters(name))
  expect(text).toContain('No face has U+0E02 U+0E49 U+0E32 U+0E27.')
  expect(text).toContain('????')
  // A few letters of each face, and not the faces: those have 12 MB.
  expect(bytes.length).toBeLessThan(100_000)
})
