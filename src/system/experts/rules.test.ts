import { describe, expect, test } from 'vitest'
import { attachmentFaults, writeQuestion, type AskedQuestion } from './rules.ts'
import type { Language } from '../../words/languages.ts'
import { render, readerOf } from '../../words/render.ts'

const MEGABYTE = 1024 * 1024
const picture = (megabytes: number) => ({ contentType: 'image/jpeg', sizeBytes: megabytes * MEGABYTE })
const paper = (megabytes: number) => ({ contentType: 'application/pdf', sizeBytes: megabytes * MEGABYTE })

test.each([
  { files: [], codes: [] },
  { files: [paper(6), picture(12)], codes: [] },
  { files: [paper(6), picture(12.01)], codes: ['too_large'] },
])('$files', ({ files, codes }) => {
  expect(attachmentFaults(files, 18 * MEGABYTE).map(({ code }) => code)).toEqual(codes)
})

test('sizes are said in megabytes, and never too small', () => {
  const [fault] = attachmentFaults([picture(18.01)], 18 * MEGABYTE)
  expect(fault?.message).toBe('are 18.1 MB together; one mail takes 18 MB')
})

describe('a question as the expert reads it', () => {
  const written = (question: AskedQuestion, language: Language = 'en') => {
    const { subject, text } = writeQuestion(question)
    return { subject: render(subject, readerOf(language)), text: render(text, readerOf(language)) }
  }
  const asked: AskedQuestion = {
    id: 'q-1',
    isSample: false,
    question: '  Is it too late?\nThe wheat is at GS 61.  ',
    userName: 'Ann Field',
    replyTo: 'ann@hill.example',
    organisationName: 'Hill Farm',
    countryISO: 'GB',
    askedAtUTC: '2026-08-14T08:30:00.000Z',
    timeZone: 'Europe/London',
    fileNames: ['leaf.jpg'],
  }

  test('says who asks what, and where the answer goes', () => {
    expect(written(asked)).toEqual({
      subject: 'Question from Hill Farm: Is it too late?',
      text: `Ann Field of Hill Farm (GB) asks:

Is it too late?
The wheat is at GS 61.

Attached:
- leaf.jpg

To answer, reply to this mail: it goes to ann@hill.example.

Asked on 14 Aug 2026 at 09:30 (Europe/London). Question q-1.
`,
    })
  })

  test('is written in the language of who asks', () => {
    expect(written(asked, 'de')).toEqual({
      subject: 'Frage von Hill Farm: Is it too late?',
      text: `Ann Field von Hill Farm (GB) fragt:

Is it too late?
The wheat is at GS 61.

Angehängt:
- leaf.jpg

Zum Antworten bitte auf diese E-Mail antworten: Sie geht an ann@hill.example.

Gefragt am 14.08.2026 um 09:30 Uhr (Europe/London). Frage q-1.
`,
    })
  })

  test('of a sample needs no words', () => {
    const { subject, text } = written({ ...asked, isSample: true, question: '' })
    expect(subject).toBe('Grain sample from Hill Farm')
    expect(text).toMatch(
      /^Ann Field of Hill Farm \(GB\) asks what you think of the quality of a grain sample\./,
    )
  })

  test('without an address says so', () => {
    expect(written({ ...asked, replyTo: '' }).text).toContain('Nobody can be answered by mail')
  })
})
