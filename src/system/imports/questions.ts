import Type, { type Static } from 'typebox'
import { closed, named, oneOf } from '../../http/validate/schema.ts'
import { Refusal, fault } from '../../kernel/errors.ts'
import { message } from '../../words/catalogue.ts'
import { render, type Reader } from '../../words/render.ts'
import type { Wording } from '../../words/writing.ts'
import { Mapping } from './mapping.ts'

/** A question that somebody has to answer about a file before it can be read. */
export const ImportQuestion = named(
  'ImportQuestion',
  {
    question: oneOf(
      ['unit', 'decimals', 'dates', 'years', 'column', 'encoding', 'sheet', 'header', 'diary'],
      'What is not clear.',
    ),
    column: Type.String({
      description: 'Which of our columns it is about; empty where it is about the file.',
    }),
    header: Type.String({ description: 'What the file calls it.' }),
    message: Type.String(),
    examples: Type.Array(Type.String(), { description: 'Cells that can be read in several ways.' }),
    choices: Type.Array(
      closed({
        text: Type.String({ description: 'How the first example is read then.' }),
        mapping: Mapping,
      }),
      { description: 'What can be answered: what to send in `mapping`, together with what was sent before.' },
    ),
  },
  'What a file leaves open. Nothing of it is read before somebody has answered.',
)
export type ImportQuestion = Static<typeof ImportQuestion>

/** A question that is not yet said in a language. */
export interface OpenQuestion extends Omit<ImportQuestion, 'message' | 'choices'> {
  /** Without its full stop: faults of one place are said in one sentence. */
  asked: Wording
  choices: { text: Wording; mapping: Mapping }[]
}

/** The question in the language of who is asked. */
export function questionIn({ asked, choices, ...question }: OpenQuestion, reader: Reader): ImportQuestion {
  return {
    ...question,
    message: render(message('sentence', { text: asked }), reader),
    choices: choices.map(({ text, mapping }) => ({ text: render(text, reader), mapping })),
  }
}

/** The refusal of a file that cannot be read before somebody says how; with all that is needed to ask. */
export function askedBack(open: OpenQuestion[], reader: Reader, details: Record<string, unknown>): Refusal {
  const questions = open.map((each) => questionIn(each, reader))
  const faults = open.map(({ question, column, header, asked, examples }, index) =>
    fault(column === '' ? 'file' : `mapping.columns.${column}`, asked, 'ambiguous', {
      question,
      header,
      examples,
      choices: questions[index]?.choices.map(({ text }) => text),
    }),
  )
  const [first] = open
  const said =
    first && open.length === 1
      ? message('questionIsOpen', { question: first.asked })
      : message('questionsAreOpen', { count: open.length })
  return new Refusal('invalid_input', said, { faults, details: { questions, ...details } })
}
