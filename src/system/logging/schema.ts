import Type, { type Static } from 'typebox'
import { closed, maybe, oneOf, withDefault } from '../../http/schema.ts'
import { DEFAULT_LEVEL, logLevels } from './rules.ts'

/** What is set of one service. */
export const LoggingSetting = closed({
  level: oneOf([...logLevels, DEFAULT_LEVEL]),
  filter: Type.String({ description: 'Empty where no module has its own.' }),
})
export type LoggingSetting = Static<typeof LoggingSetting>

export const LoggingBody = closed({
  logging: closed({
    level: withDefault(
      oneOf(
        [...logLevels, DEFAULT_LEVEL],
        'The least that is logged; default is what the program was started with, and for the inventory what the whole program has.',
      ),
      DEFAULT_LEVEL,
    ),
    filter: maybe(
      Type.String({
        maxLength: 4000,
        description:
          'Levels of single modules, each with all below it: `name:level` with commas between. The closest name decides. Without it no module has its own.',
        examples: ['inventory/movements:debug,http:warn'],
      }),
    ),
  }),
})
export type LoggingBody = Static<typeof LoggingBody>

export const loggingExample: LoggingBody = {
  logging: { level: 'info', filter: 'inventory/movements:debug' },
}
