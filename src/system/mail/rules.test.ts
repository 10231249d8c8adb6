import { describe, expect, test } from 'vitest'
import { fc } from '../../../test/seed.ts'
import { ANYBODY, render } from '../../words/render.ts'
import { headerText, isMailbox, classifyMailFailure, parseMailbox } from './rules.ts'

describe('text for a header', () => {
  test.each([
    ['Hill Farm', 'Hill Farm'],
    ['  Hill \t Farm ', 'Hill Farm'],
    ['Hill Farm\r\nBcc: all@farm.example', 'Hill Farm Bcc: all@farm.example'],
    ['Hill\u2028Farm\u0000\u0085x', 'Hill Farm x'],
    ['gpj.exe\u202e.txt', 'gpj.exe .txt'],
    ['Ferme du Château 🌾', 'Ferme du Château 🌾'],
    ['\ud800', '\ufffd'],
    ['🌾'.repeat(200), `${'🌾'.repeat(119)}…`],
  ])('%j becomes %j', (text, said) => expect(headerText(text)).toBe(said))

  test('is one line of fit characters, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const said = headerText(text)
        expect(said).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
        expect(said.isWellFormed()).toBe(true)
        expect([...said].length).toBeLessThanOrEqual(120)
        expect(headerText(said)).toBe(said)
      }),
    )
  })
})

test.each([
  ['ann@farm.example', true],
  ['ann+wheat@farm.example', true],
  ['jürgen@höfe.example', true],
  ['expert@localhost', true],
  ['ann@farm.example, bob@farm.example', false],
  ['Ann <ann@farm.example>', false],
  ['ann@farm.example\r\nBcc: bob@farm.example', false],
  ['"ann"@farm.example', false],
  ['ann@farm.example;bob', false],
  ['ann', false],
  ['\u202enna@farm.example', false],
  ['ann\u200b@farm.example', false],
  ['@farm.example', false],
  ['', false],
])('%j is a mailbox: %s', (text, isOne) => expect(isMailbox(text)).toBe(isOne))

test.each([
  ['granary@farm.example', { name: '', address: 'granary@farm.example' }],
  ['Granary <granary@farm.example>', { name: 'Granary', address: 'granary@farm.example' }],
  ['"Hill Farm, store" < store@farm.example >', { name: 'Hill Farm, store', address: 'store@farm.example' }],
  ['Granary', undefined],
  ['Granary <a@b> <c@d>', undefined],
  ['', undefined],
])('the sender %j is %j', (text, mailbox) => expect(parseMailbox(text)).toEqual(mailbox))

test.each([
  [{ code: 'EENVELOPE', responseCode: 550, permanent: true }, true, /refused .* for good \(550\)/],
  [{ code: 'EMESSAGE', responseCode: 554, permanent: true }, true, /refused .* for good \(554\)/],
  [{ code: 'EENVELOPE', responseCode: 451, permanent: false }, false, /for now \(451\)/],
  // What is wrong with us can be mended, and the question need not be asked again.
  [{ code: 'EAUTH', responseCode: 535, permanent: true }, false, /name and password/],
  [{ code: 'EENVELOPE', responseCode: 530, permanent: true }, false, /wants .* TLS.* \(530\)/],
  [{ code: 'ECONNECTION', responseCode: 421, permanent: false }, false, /sent us away for now \(421\)/],
  [{ code: 'ECONNECTION' }, false, /broke the connection off/],
  [{ code: 'ESOCKET' }, false, /could not be reached/],
  [{ code: 'ESOCKET', message: 'self-signed certificate' }, false, /not trusted/],
  [{ code: 'ESOCKET', message: '0A00010B:SSL routines:wrong version number' }, false, /TLS/],
  [{ code: 'ETIMEDOUT' }, false, /took too long/],
  [{ code: 'ETLS' }, false, /TLS/],
  [{}, false, /could not be reached/],
])('%j is final: %s', (failure, isFinal, words) => {
  const judged = classifyMailFailure(failure)
  expect(judged.isFinal).toBe(isFinal)
  expect(render(judged.said, ANYBODY)).toMatch(words)
})
