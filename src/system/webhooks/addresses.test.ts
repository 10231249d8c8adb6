import { describe, expect, test } from 'vitest'
import {
  isNetwork,
  isPublicAddress,
  PrivateNetworks,
  guardedLookup,
  TargetRefused,
  urlFaults,
} from './addresses.ts'

const none = new PrivateNetworks([])

describe('an address', () => {
  test.each([
    // Loopback, this host, private, link-local with the clouds' metadata, shared (CGNAT)
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '169.254.170.2',
    '100.64.0.1',
    '100.100.100.200',
    '100.127.255.255',
    '168.63.129.16',
    '192.0.0.192',
    // Documentation, benchmarks, relays, multicast, reserved, broadcast
    '192.0.2.1',
    '198.51.100.7',
    '203.0.113.9',
    '198.18.0.1',
    '192.88.99.1',
    '224.0.0.1',
    '239.255.255.250',
    '240.0.0.1',
    '255.255.255.255',
    // IPv6: loopback, unspecified, link-local, unique local, metadata, multicast, site-local, discard
    '::1',
    '::',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    'fec0::1',
    '100::1',
    // IPv4 in disguise: mapped, compatible, NAT64, local NAT64, 6to4, Teredo
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:a9fe:a9fe',
    '::127.0.0.1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::1',
    '2002:7f00:1::1',
    '2001:0:53aa:64c:0:fffe:5601:5601',
    // Documentation, ORCHID
    '2001:db8::1',
    '2001:20::1',
    '3fff::1',
    // No address at all
    'receiver.example',
    '',
    '2130706433',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))

  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '93.184.216.34',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '169.253.0.1',
    '223.255.255.255',
    '2001:4860:4860::8888',
    '2606:4700::1111',
    '2a00:1450:4009:80b::200e',
  ])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true))
})

describe('a URL', () => {
  test.each([
    'http://receiver.example/hook',
    'ftp://receiver.example/hook',
    'file:///etc/passwd',
    'gopher://receiver.example/',
    'javascript:alert(1)',
    'data:text/plain,x',
    '//receiver.example/hook',
    'receiver.example',
    'https://',
    'https://user:secret@receiver.example/',
    'https://user@receiver.example/',
    'https://receiver.example/#part',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://a.localhost/',
    'https://intranet/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.0.0.1/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://0/',
    'https://169.254.169.254/latest/meta-data/',
    'https://0xa9fea9fe/',
    'https://2852039166/',
    'https://0251.0376.0251.0376/',
    'https://169.254.43518/',
    'https://10.0.0.1:8443/',
    'https://192.168.0.1./',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://①②⑦.⓪.⓪.①/',
    'https://127。0。0。1/',
    'https://%31%32%37.0.0.1/',
    'https://100.64.0.1/',
    'https://224.0.0.1/',
  ])('%s is refused when it is entered', (url) => expect(urlFaults(url, none)).not.toEqual([]))

  test.each([
    'https://receiver.example/granary',
    'https://receiver.example:8443/a/b?token=x',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/hook',
    'https://höfe.example/',
    'HTTPS://RECEIVER.EXAMPLE/',
  ])('%s is taken', (url) => expect(urlFaults(url, none)).toEqual([]))

  test('of the installation’s own networks is taken, by HTTP too, and no others of the kind', () => {
    const own = new PrivateNetworks(['10.1.0.0/16', 'fd12::/16'])
    const isTaken = (url: string) => urlFaults(url, own).length === 0
    expect(isTaken('http://10.1.2.3:8080/')).toBe(true)
    expect(isTaken('https://10.1.2.3/')).toBe(true)
    expect(isTaken('http://[fd12::1]/')).toBe(true)
    // Its name may lead there: that is seen when it is looked up.
    expect(isTaken('http://erp.farm.internal/')).toBe(true)
    for (const url of [
      'http://10.2.0.1/',
      'https://127.0.0.1/',
      'http://8.8.8.8/',
      'https://169.254.169.254/',
    ])
      expect(isTaken(url), url).toBe(false)
  })
})

test.each([
  ['10.1.0.0/16', true],
  ['127.0.0.1/32', true],
  ['fd12::/16', true],
  ['0.0.0.0/0', true],
  ['10.1.0.0', false],
  ['10.1.0.0/33', false],
  ['fd12::/129', false],
  ['10.1/16', false],
  ['farm.example/16', false],
  ['10.1.0.0/-1', false],
  ['', false],
])('%j is a network: %s', (text, isOne) => expect(isNetwork(text)).toBe(isOne))

describe('a name', () => {
  /** What a connection to the URL would be told. */
  function look(
    url: string,
    answers: string[][],
    { networks = none, all = true }: { networks?: PrivateNetworks; all?: boolean } = {},
  ) {
    let asked = 0
    const lookup = guardedLookup(new URL(url), networks, async () => {
      const addresses = answers[Math.min(asked, answers.length - 1)] ?? []
      asked += 1
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    })
    const once = () =>
      new Promise<unknown>((resolve) =>
        lookup('receiver.example', { all }, (error, found) => resolve(error ?? found)),
      )
    return { once, asked: () => asked }
  }

  test.each([
    ['private', ['10.0.0.5']],
    ['loopback', ['127.0.0.1']],
    ['the metadata of a cloud', ['169.254.169.254']],
    ['unique local', ['fd00::5']],
    ['mapped', ['::ffff:10.0.0.5']],
    ['NAT64', ['64:ff9b::a00:5']],
    ['public and private at once', ['8.8.8.8', '10.0.0.5']],
    ['nothing', []],
  ])('that means %s leads nowhere', async (_what, addresses) => {
    expect(await look('https://receiver.example/', [addresses]).once()).toBeInstanceOf(TargetRefused)
  })

  test('that is public leads to just the addresses that were judged', async () => {
    const { once, asked } = look('https://receiver.example/', [['8.8.8.8', '2606:4700::1111']])
    expect(await once()).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ])
    expect(asked()).toBe(1)
  })

  test('that has one answer for the judge and another for the caller is asked once', async () => {
    const rebinding = look('https://receiver.example/', [['8.8.8.8'], ['127.0.0.1']], { all: false })
    expect(await rebinding.once()).toBe('8.8.8.8')
    expect(rebinding.asked()).toBe(1)
    expect(await rebinding.once(), 'and judged again for the next delivery').toBeInstanceOf(TargetRefused)
  })

  test('that is public is not called without TLS, whatever networks are the installation’s own', async () => {
    const networks = new PrivateNetworks(['10.0.0.0/8'])
    expect(await look('http://receiver.example/', [['8.8.8.8']], { networks }).once()).toMatchObject({
      name: 'TargetRefused',
      message: 'The URL must begin with https:// on the open internet.',
    })
    expect(await look('http://receiver.example/', [['10.0.0.5']], { networks, all: false }).once()).toBe(
      '10.0.0.5',
    )
  })

  test('that cannot be found is said to be', async () => {
    const lookup = guardedLookup(new URL('https://receiver.example/'), none, () =>
      Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
    )
    const error = await new Promise((resolve) => lookup('receiver.example', {}, resolve))
    expect(error).toMatchObject({ code: 'ENOTFOUND' })
  })

  test('is not even looked up where the URL has a bare address that may not be called', () => {
    expect(() => guardedLookup(new URL('https://127.0.0.1/'), none, () => Promise.resolve([]))).toThrow(
      TargetRefused,
    )
  })
})
