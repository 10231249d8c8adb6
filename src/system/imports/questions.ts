import Type, { type Static } from 'typebox'
import { closed, named, oneOf } from '../../http/validate/schema.ts'
import { Refusal, fault } from '../../kernel/errors.ts'
import { Mapping } from './mapping.ts'

/** What somebody has to say of a file before it can be read. */
export const Question = named(
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
export type Question = Static<typeof Question>

/** The refusal of a file that cannot be read before somebody says how; with all that is needed to ask. */
export function askedBack(questions: Question[], details: Record<string, unknown>): Refusal {
  const faults = questions.map(({ question, column, header, message, examples, choices }) =>
    // Faults of one place are said in one sentence.
    fault(column === '' ? 'file' : `mapping.columns.${column}`, message.replace(/\.$/, ''), 'ambiguous', {
      question,
      header,
      examples,
      choices: choices.map(({ text }) => text),
    }),
  )
  const [first] = questions
  const message =
    questions.length === 1
      ? `${first?.message ?? ''} Say so in “mapping”, and send the file again.`
      : `${questions.length} things of the file are not clear: answer them in “mapping”, and send the file again.`
  return new Refusal('invalid_input', message, { faults, details: { questions, ...details } })
}
