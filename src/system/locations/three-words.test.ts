import { readFileSync } from 'node:fs'
import { cuss } from 'cuss'
import { describe, expect, inject, test } from 'vitest'
import { fc } from '../../../test/seed.ts'
import { cellAt, CELL_COUNT, centreOf, type GridPoint } from './grid-rules.ts'
import { scramble, unscramble } from './three-words-rules.ts'
import { pointOf, slipsOf, splitDotted, splitWords, WORD_COUNT, wordsAt } from './three-words-rules.ts'
import { listWords, readThreeWords, threeWordsAt } from './three-words.ts'

/** PLACES_POINTS=1000000 for the whole claim: a million points, twelve seconds. */
const POINTS = Number(process.env['PLACES_POINTS'] ?? 100_000)

/** The same numbers for the same seed: mulberry32. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The words as they were when the first address was given out. */
const WORDS_FILE = linesOf('words.txt')

const next = numbersFrom(inject('seed'))

/** Anywhere on the sphere, each square metre as likely as the next. */
function anywhere(): GridPoint {
  return { lat: (Math.asin(2 * next() - 1) * 180) / Math.PI, lon: next() * 360 - 180 }
}

function metresBetween(a: GridPoint, b: GridPoint): number {
  // Where a parallel is as long as the ellipsoid has it, which is a little longer than the sphere's.
  const perDegree = 111_694
  const east = (a.lon - b.lon) * Math.cos((a.lat * Math.PI) / 180)
  return Math.hypot(a.lat - b.lat, east) * perDegree
}

function numbersOf(address: string): [string, string, string] {
  const words = splitWords(address)
  if (!words) throw new Error(`not three words: ${address}`)
  return words
}

/** Half the diagonal of a cell. */
const FARTHEST_METRES = Math.hypot(1.81, 1.81)

describe('cells', () => {
  test('are as many as they were when the first address was given out', () => {
    expect(CELL_COUNT).toBe(39_434_160_130_264)
  })

  test(`of ${POINTS} points: words lead back into the cell, and no two cells share them`, () => {
    const cells = new Set<number>()
    const addresses = new Set<string>()
    let farthest = 0
    const astray: GridPoint[] = []
    for (let count = 0; count < POINTS; count++) {
      const point = anywhere()
      const address = threeWordsAt(point)
      const reading = readThreeWords(numbersOf(address))
      cells.add(cellAt(point))
      addresses.add(address)
      if (!('point' in reading) || threeWordsAt(reading.point) !== address) astray.push(point)
      else farthest = Math.max(farthest, metresBetween(point, reading.point))
    }
    expect(astray).toEqual([])
    expect(farthest).toBeLessThan(FARTHEST_METRES)
    // Close to it, or the points were not spread over the cells.
    expect(farthest).toBeGreaterThan(2.4)
    expect(addresses.size).toBe(cells.size)
    expect(cells.size).toBeGreaterThan(POINTS * 0.999)
  })

  test.for<GridPoint>([
    { lat: 90, lon: 0 },
    { lat: 90, lon: 180 },
    { lat: -90, lon: -180 },
    { lat: 0, lon: 0 },
    { lat: -0, lon: -0 },
    { lat: 0, lon: 180 },
    { lat: 89.999_999_9, lon: 179.999_999_9 },
    { lat: -89.999_999_9, lon: -179.999_999_9 },
    { lat: 51.809_4, lon: -0.356_4 },
  ])('lead back at %j', (point) => {
    const address = threeWordsAt(point)
    const reading = readThreeWords(numbersOf(address))
    expect('point' in reading && threeWordsAt(reading.point)).toBe(address)
  })

  test('180° east is 180° west', () => {
    expect(threeWordsAt({ lat: 12.3, lon: 180 })).toBe(threeWordsAt({ lat: 12.3, lon: -180 }))
  })

  test('the first and the last one have a middle, and what lies beyond has none', () => {
    expect(cellAt(centreOf(0))).toBe(0)
    expect(cellAt(centreOf(CELL_COUNT - 1))).toBe(CELL_COUNT - 1)
    expect(() => centreOf(CELL_COUNT)).toThrow(RangeError)
    expect(() => centreOf(-1)).toThrow(RangeError)
  })

  // Once given out, an address is painted on a gate. These may never change.
  test.for<[string, GridPoint]>([
    ['formulism-unitive-alpaca', { lat: 51.8094, lon: -0.3564 }],
    ['attired-survivals-equines', { lat: 0, lon: 0 }],
    ['honer-cedilla-affaires', { lat: -33.8568, lon: 151.2153 }],
  ])('%s is where it was', ([address, point]) => {
    expect(threeWordsAt(point)).toBe(address)
  })

  test('the shuffle goes one to one', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (seed) => {
        const cell = seed % CELL_COUNT
        const number = scramble(cell)
        expect(number).toBeGreaterThanOrEqual(0)
        expect(number).toBeLessThan(CELL_COUNT)
        expect(unscramble(number)).toBe(cell)
      }),
      { numRuns: 2000 },
    )
  })

  test('neighbours have nothing in common', () => {
    let shared = 0
    for (let count = 0; count < 20_000; count++) {
      const cell = cellAt(anywhere())
      const beside = cell + 1 < CELL_COUNT ? cell + 1 : cell - 1
      const words = wordsAt(centreOf(cell))
      shared += wordsAt(centreOf(beside)).some((word) => words.includes(word)) ? 1 : 0
    }
    // Of 20,000 pairs 2.8 share a word by chance.
    expect(shared).toBeLessThan(20)
  })
})

describe('the words', () => {
  const words = listWords()
  const known = new Map(words.map((word, number) => [word, number]))

  test('are as many as are needed, and can be typed on any keyboard', () => {
    expect(words).toHaveLength(WORD_COUNT)
    expect(words.filter((word) => !/^[a-z]{4,11}$/.test(word))).toEqual([])
  })

  test('insult nobody', () => {
    const rude = Object.keys(cuss)
    expect(rude.length).toBeGreaterThan(1500)
    expect(rude.filter((word) => known.has(word))).toEqual([])
    // Nor do they have the worst in them.
    const worst = Object.entries(cuss).filter(
      ([word, sureness]) => sureness === 2 && /^[a-z]{4,}$/.test(word),
    )
    expect(worst.length).toBeGreaterThan(500)
    const within = words.filter((word) => worst.some(([rudeness]) => word.includes(rudeness)))
    expect(within).toEqual([])
  })

  test('that are one slip apart are never of one class, so the slip is always noticed', () => {
    // Those that were replaced are still read.
    for (const [old, by] of replacedWords()) known.set(old, known.get(by) ?? 0)
    const pairs = slips([...known.keys()])
    expect(pairs.length).toBeGreaterThan(80_000)
    const unnoticed = pairs.filter(([a, b]) => (known.get(a) ?? 0) % 7 === (known.get(b) ?? 0) % 7)
    expect(unnoticed.filter(([a, b]) => known.get(a) !== known.get(b))).toEqual([])
  })

  test.each(['fatwa', 'hijab', 'striptease', 'apartheid', 'halal', 'martyr', 'inquisition'])(
    'have no %s any more, and an address that was written down with it is still read',
    (old) => {
      expect(words).not.toContain(old)
      const number = WORDS_FILE.indexOf(old)
      const [b = '', c = ''] = fitting(number)
      const reading = readThreeWords([old, b, c])
      if (!('point' in reading)) throw new Error(`${old}-${b}-${c} is not read`)
      const address = threeWordsAt(reading.point)
      expect(address).toBe(`${words[number]}-${b}-${c}`)
      expect(readThreeWords(numbersOf(address))).toEqual(reading)
    },
  )

  test('that were replaced are suggested by their new names', () => {
    const number = WORDS_FILE.indexOf('fatwa')
    const [b = '', c = ''] = fitting(number)
    expect(readThreeWords(['fatwaa', b, c])).toMatchObject({ suggestions: [`${words[number]}-${b}-${c}`] })
  })

  /** Two words that make an address with a first one. */
  function fitting(first: number): string[] {
    for (let second = 100; second < 200; second++)
      for (let third = 300; third < 400; third++)
        if (pointOf([first, second, third])) return [words[second] ?? '', words[third] ?? '']
    throw new Error(`nothing fits word ${first}`)
  }
})

function linesOf(file: string): string[] {
  return readFileSync(new URL(`../../../data/${file}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
}

function replacedWords(): [string, string][] {
  return linesOf('replaced-words.txt').map((line) => {
    const [old = '', by = ''] = line.split(' ')
    return [old, by]
  })
}

/** All pairs of words that differ in one letter left out, put in or changed, or in two that changed places. */
function slips(words: readonly string[]): [string, string][] {
  const known = new Set(words)
  const pairs: [string, string][] = []
  const byPattern = new Map<string, string[]>()
  for (const word of words) {
    for (let at = 0; at < word.length; at++) {
      const [before, after] = [word.slice(0, at), word.slice(at + 1)]
      const without = before + after
      const swapped = before + after.charAt(0) + word.charAt(at) + after.slice(1)
      if (known.has(without)) pairs.push([word, without])
      if (swapped !== word && after !== '' && known.has(swapped)) pairs.push([word, swapped])
      const alike = byPattern.get(`${before}?${after}`) ?? []
      pairs.push(...alike.map((other): [string, string] => [word, other]))
      byPattern.set(`${before}?${after}`, [...alike, word])
    }
  }
  return pairs
}

describe('mistakes', () => {
  const words = listWords()
  const known = new Map(words.map((word, number) => [word, number]))
  const isNoticed = (address: [string, string, string]) => {
    const [a, b, c] = address.map((word) => known.get(word))
    return a === undefined || b === undefined || c === undefined || pointOf([a, b, c]) === undefined
  }
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T

  /** The share of addresses that are noticed to be wrong after something was done to their words. */
  function noticed(
    count: number,
    change: (words: [string, string, string]) => [string, string, string],
  ): number {
    let caught = 0
    for (let done = 0; done < count;) {
      const before = numbersOf(threeWordsAt(anywhere()))
      const after = change([...before])
      if (after.join() === before.join()) continue
      done += 1
      caught += isNoticed(after) ? 1 : 0
    }
    return caught / count
  }

  const change = (make: (word: string) => string) => (all: [string, string, string]) => {
    const at = Math.floor(next() * 3)
    return all.map((word, index) => (index === at ? make(word) : word)) as [string, string, string]
  }

  test('of each kind are looked for, and only one at a time', () => {
    const found = slipsOf('barn')
    for (const slip of ['arn', 'bar', 'xbarn', 'barnx', 'baarn', 'born', 'bark', 'abrn', 'bran', 'banr'])
      expect(found).toContain(slip)
    for (const other of ['barn', 'nbar', 'bnra', 'ba', 'barnxy', 'bork']) expect(found).not.toContain(other)
  })

  test('one slip of the keyboard is always noticed', () => {
    expect(
      noticed(
        2000,
        change((word) => pick([...slipsOf(word)])),
      ),
    ).toBe(1)
  })

  test('another word altogether is noticed six times out of seven', () => {
    const share = noticed(
      20_000,
      change(() => pick(words)),
    )
    expect(share).toBeGreaterThan(0.845)
    expect(share).toBeLessThan(0.87)
  })

  test('two words that changed places are noticed six times out of seven', () => {
    const share = noticed(
      20_000,
      ([a, b, c]) =>
        pick([
          [b, a, c],
          [a, c, b],
          [c, b, a],
        ] as const).slice() as [string, string, string],
    )
    expect(share).toBeGreaterThan(0.845)
    expect(share).toBeLessThan(0.87)
  })

  test('endings that sound alike are nearly always noticed', () => {
    const endings = ['s', 'd', 'r', 'ed', 'es', 'er', 'ing', 'ly', 'y']
    const relatives = (word: string) => {
      const stems = [
        word,
        ...endings.filter((end) => word.endsWith(end)).map((end) => word.slice(0, -end.length)),
      ]
      return stems
        .flatMap((stem) => ['', ...endings].map((end) => stem + end))
        .filter((each) => each !== word && known.has(each))
    }
    const share = noticed(
      5000,
      change((word) => {
        const others = relatives(word)
        return others.length === 0 ? word : pick(others)
      }),
    )
    expect(share).toBeGreaterThan(0.98)
  })

  test('what is near and could be meant is suggested', () => {
    const [a, b, c] = numbersOf('formulism-unitive-alpaca')
    expect(readThreeWords(['formulizm', b, c])).toEqual({
      unknown: ['formulizm'],
      suggestions: ['formulism-unitive-alpaca'],
    })
    const swapped = readThreeWords([b, a, c])
    expect('unfit' in swapped && swapped.suggestions).toContain('formulism-unitive-alpaca')
    expect(readThreeWords(['qqqq', 'xxxx', c])).toEqual({ unknown: ['qqqq', 'xxxx'], suggestions: [] })
  })

  test('a number beyond the last cell is no address', () => {
    expect(pointOf([WORD_COUNT - 1, WORD_COUNT - 1, WORD_COUNT - 1])).toBeUndefined()
  })
})

describe('what was typed', () => {
  test.for<[string, string | undefined]>([
    ['quiet-harvest-lantern', 'quiet harvest lantern'],
    ['  Quiet harvest, LANTERN ', 'quiet harvest lantern'],
    ['quiet–harvest—lantern', 'quiet harvest lantern'],
    ['quiet_harvest;lantern', 'quiet harvest lantern'],
    ['quiet\tharvest\nlantern', 'quiet harvest lantern'],
    ['quiet.harvest.lantern', undefined],
    ['///quiet.harvest.lantern', undefined],
    ['quiet harvest', undefined],
    ['quiet harvest lantern moon', undefined],
    ['quiet harv3st lantern', undefined],
    ['', undefined],
    ['---', undefined],
    ['quiët harvest lantern', undefined],
  ])('%j is read as %s', ([typed, expected]) => {
    expect(splitWords(typed)?.join(' ')).toBe(expected)
  })

  test.for<[string, string | undefined]>([
    ['filled.count.soap', 'filled.count.soap'],
    ['///Filled.Count.Soap', 'filled.count.soap'],
    ['größe.übung.straße', 'größe.übung.straße'],
    ['filled.count', undefined],
    ['filled.count.soap.more', undefined],
    ['filled count soap', undefined],
    ['1.2.3', undefined],
    ['.count.soap', undefined],
  ])('%j is the what3words address %s', ([typed, expected]) => {
    expect(splitDotted(typed)).toBe(expected)
  })

  test('is taken with any separators a person might use', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...listWords()),
        fc.constantFrom(' ', '-', ', ', '  ', '–'),
        (word, separator) => {
          expect(splitWords([word, word, word].join(separator))).toEqual([word, word, word])
        },
      ),
    )
  })
})
