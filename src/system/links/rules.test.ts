import { describe, expect, test } from 'vitest'
import { fc } from '../../../test/seed.ts'
import {
  builtInTemplates,
  isLinkHost,
  validateTarget,
  parseTemplates,
  withUtm,
  type LinkTemplate,
} from './rules.ts'
import { ANYBODY, render } from '../../words/render.ts'

const plain: LinkTemplate = { name: 'plain', medium: '', path: '/' }
const offers: LinkTemplate = { name: 'offer', medium: 'email', path: '/offers/' }
const rules = { publicUrl: 'https://granary.example', hosts: ['granary.example', 'shop.example:8443'] }
const below = { publicUrl: 'https://farm.example/granary/', hosts: ['farm.example'] }

const judge = (url: string, template = plain, by = rules) => {
  const { target, problem } = validateTarget(url, template, by)
  return target?.href ?? `refused: ${render(problem ?? '', ANYBODY)}`
}

test.for<[string, string, LinkTemplate?, typeof rules?]>([
  ['https://granary.example', 'https://granary.example/'],
  ['https://granary.example/offers/4711?a=1&b=%20#top', 'https://granary.example/offers/4711?a=1&b=%20#top'],
  ['HTTP://GRANARY.example/x', 'http://granary.example/x'],
  ['https://granary.example:443/x', 'https://granary.example/x'],
  ['https://shop.example:8443/Weizen/grün', 'https://shop.example:8443/Weizen/gr%C3%BCn'],
  ['https://granary.example/https://evil.example/', 'https://granary.example/https://evil.example/'],
  ['https://granary.example/?next=//evil.example', 'https://granary.example/?next=//evil.example'],
  ['offers/4711', 'https://granary.example/offers/4711'],
  ['/offers/4711', 'https://granary.example/offers/4711'],
  ['?page=2', 'https://granary.example/?page=2'],
  ['/javascript:alert(1)', 'https://granary.example/javascript:alert(1)'],
  ['4711', 'https://granary.example/offers/4711', offers],
  ['/offers/4711', 'https://granary.example/offers/4711', offers],
  ['https://granary.example/offers/4711', 'https://granary.example/offers/4711', offers],
  ['4711', 'https://farm.example/granary/offers/4711', offers, below],
  ['/records', 'https://farm.example/granary/records', plain, below],
  ['https://farm.example/granary/offers/1', 'https://farm.example/granary/offers/1', offers, below],
])('%s leads to %s', ([url, expected, template, by]) => {
  expect(judge(url, template, by)).toBe(expected)
})

describe('hostile', () => {
  test.for([
    '',
    'https://evil.example/',
    'https://evil.example/granary.example',
    'https://granary.example.evil.example/',
    'https://evilgranary.example/',
    'https://evil.granary.example/',
    'https://granary.example./',
    'https://granary.example:8443/',
    'https://shop.example/',
    'https://shop.example:8444/',
    'https://granary.example@evil.example/',
    'https://granary.example:443@evil.example/',
    'https://granary.example%40evil.example/',
    'https://user:secret@granary.example/',
    'https://@granary.example/',
    'https://:@granary.example/',
    'https://evil.example#@granary.example/',
    'https://evil.example?@granary.example/',
    'https://evil.example\\@granary.example/',
    'https://evil.example\\.granary.example/',
    'https:\\\\evil.example\\',
    '\\\\evil.example/',
    '/\\evil.example/',
    '\\/evil.example/',
    '//evil.example/',
    '//granary.example/',
    '///evil.example/',
    '////evil.example/',
    'https:evil.example',
    'https:/evil.example/',
    'https:///evil.example/',
    'https:////evil.example/',
    'https://',
    'https://?',
    'https://granary.example:/',
    'https://granary.example:0x1bb/',
    'https://granary.example:99999/',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript://granary.example/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'ftp://granary.example/',
    'ws://granary.example/',
    'blob:https://granary.example/x',
    'view-source:https://granary.example/',
    'intent://granary.example/#Intent;scheme=https;end',
    'mailto:office@granary.example',
    'https://granary.example/\r\nLocation: https://evil.example/',
    'https://granary.example/\nSet-Cookie: a=b',
    'https://granary.example/\u0000',
    'https://granary.example/\ttab',
    'ht\ttps://evil.example/',
    'https://granary.example /',
    'https://gr\u0430nary.example/',
    'https://granary\u3002example/',
    'https://granary\uff0eexample/',
    'https://\uff47ranary.example/',
    'https://evil\u2044granary.example/',
    'https://granary.example\u2215evil.example/',
    'https://granary.exam\u00adple/',
    'https://granary.example/\u202egpj.exe',
    'https://granary.example/\u200b',
    'https://granary.example\u2028/',
    'https://xn--grnary-3ta.example/',
    'https://granary.example%2eevil.example/',
    'https://granary.example%00.evil.example/',
    'https://[::1]/',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://localhost/',
    'http://169.254.169.254/latest/meta-data/',
  ])('%j is refused', (url) => {
    expect(judge(url)).toMatch(/^refused: /)
    expect(judge(url, offers)).toMatch(/^refused: /)
  })

  test.for([
    '/records',
    '../records',
    '/offers/../records',
    '%2e%2e/records',
    'https://granary.example/',
    'https://granary.example/offersx',
    '../../records',
  ])('%s does not leave a template’s path', (url) => {
    expect(judge(url, offers)).toMatch(/^refused: must lead to a path below \/offers\//)
  })

  test('whatever is taken, a browser leads to an allowed host, and needs no second look', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'https:',
        'http:',
        '//',
        '/',
        '\\',
        '@',
        ':',
        '?',
        '#',
        '..',
        '%2e',
        '\t',
        '\r\n',
        '.',
        'javascript:',
      ),
      fc.constantFrom('granary.example', 'evil.example', 'shop.example:8443', 'offers', 'ｇranary.example'),
      fc.string({ maxLength: 3, unit: 'binary' }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.constantFrom(plain, offers), (pieces, template) => {
        const { target } = validateTarget(pieces.join(''), template, rules)
        if (!target) return
        expect(rules.hosts).toContain(target.host)
        expect(target.protocol).toMatch(/^https?:$/)
        expect(target.username + target.password).toBe('')
        expect(target.pathname.startsWith(template.path)).toBe(true)
        expect(target.href).toMatch(/^[\x21-\x7e]+$/)
        // Resolved once more, wherever from, it stays where it is; and it is judged the same when it is followed.
        expect(new URL(target.href, 'https://evil.example').href).toBe(target.href)
        expect(validateTarget(target.href, template, rules).target?.href).toBe(target.href)
      }),
      { numRuns: 3000 },
    )
  })
})

test.for<[string, object, string]>([
  ['https://a.example/x', {}, 'https://a.example/x'],
  [
    'https://a.example/x',
    { source: 'mail', campaign: 'Ernte & Saat', medium: 'email' },
    'https://a.example/x?utm_source=mail&utm_campaign=Ernte%20%26%20Saat&utm_medium=email',
  ],
  ['https://a.example/x?a=%20b&&c#here', { medium: 'qr' }, 'https://a.example/x?a=%20b&c&utm_medium=qr#here'],
  [
    'https://a.example/?utm_source=old&utm_medium=old&sig=a+b%2F',
    { source: 'new' },
    'https://a.example/?utm_medium=old&sig=a+b%2F&utm_source=new',
  ],
  ['https://a.example/', { source: '\r\nX: y#&=' }, 'https://a.example/?utm_source=%0D%0AX%3A%20y%23%26%3D'],
])('%s is counted by %j', ([url, utm, expected]) => {
  expect(withUtm(new URL(url), { source: '', campaign: '', medium: '', ...utm }).href).toBe(expected)
})

describe('templates of the settings', () => {
  test('are added to those there always are, and change them', () => {
    const templates = parseTemplates(
      '[{"name":"offer","medium":"email","path":"/offers/"},{"name":"qr","medium":"label"},{"name":"bare"}]',
    )
    expect(templates?.slice(-3)).toEqual([
      { name: 'offer', medium: 'email', path: '/offers/' },
      { name: 'qr', medium: 'label', path: '/' },
      { name: 'bare', medium: '', path: '/' },
    ])
    expect(templates).toHaveLength(builtInTemplates.length + 2)
  })

  test.for([
    'offer',
    '{}',
    '[{}]',
    '[null]',
    '[{"name":"An offer"}]',
    '[{"name":"offer","path":"offers"}]',
    '[{"name":"offer","path":"/offers"}]',
    '[{"name":"offer","path":"//evil.example/"}]',
    '[{"name":"offer","path":"/../"}]',
    '[{"name":"offer","medium":7}]',
    '[{"name":"offer","more":1}]',
    '[{"name":"offer"},{"name":"offer"}]',
  ])('%s are none', (text) => {
    expect(parseTemplates(text)).toBeUndefined()
  })
})

test.for<[string, boolean]>([
  ['farm.example', true],
  ['farm.example:8443', true],
  ['localhost:3000', true],
  ['[::1]:3000', true],
  ['https://farm.example', false],
  ['farm.example/', false],
  ['*.farm.example', false],
  ['', false],
  ['user@farm.example', false],
  ['Farm.example', false],
])('%s is a host: %s', ([text, expected]) => {
  expect(isLinkHost(text)).toBe(expected)
})
