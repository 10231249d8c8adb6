import { expect, test } from 'vitest'
import { examineText } from './kinds.ts'

const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])

test.each([
  ['plain text', Buffer.from('plot;tonnes\r\nA;12.4\t\f'), 'text/plain; charset=utf-8'],
  ['text with a mark', Buffer.from('\ufeffplot;tonnes'), 'text/plain; charset=utf-8'],
  ['text of an old program', Buffer.from('4711;28460\r\n\x1a'), 'text/plain; charset=utf-8'],
  ['letters of Windows', Buffer.from('M\xfcller \x80 12', 'latin1'), 'text/plain; charset=windows-1252'],
  ['a table of a spreadsheet', utf16('Müller\t12'), 'text/plain; charset=utf-16le'],
  ['a comparison', Buffer.from('moisture <15 and > 5 < 6'), 'text/plain; charset=utf-8'],
  ['a tag', Buffer.from('a <B>'), 'application/octet-stream'],
  ['a comment', Buffer.from('<!-- a -->'), 'application/octet-stream'],
  ['a tag in UTF-16', utf16('<svg>'), 'application/octet-stream'],
  ['an end in the middle', Buffer.from('a\x1ab'), undefined],
  ['a NUL', Buffer.from('a\0b'), undefined],
  ['an escape', Buffer.from('\x1b[31m'), undefined],
  ['half a letter in UTF-16', utf16('a').subarray(0, 3), undefined],
])('%s', (_what, bytes, expected) => {
  expect(examineText(bytes)).toBe(expected)
})
