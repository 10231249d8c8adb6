import Type, { type Static } from 'typebox'
import { closed, maybe, oneOf, withDefault } from '../../http/validate/schema.ts'
import { DEFAULT_LEVEL, logLevels } from './rules.ts'

/** The logging level and filter that one service is set to. */
export const LoggingSetting = closed({
  level: oneOf([...logLevels, DEFAULT_LEVEL]),
  filter: Type.String({ description: 'Empty where no module has its own.' }),
})
export type LoggingSetting = Static<typeof LoggingSetting>

export const LoggingBody = closed({
  logging: closed(
    {
      level: withDefault(
        oneOf(
          [...logLevels, DEFAULT_LEVEL],
          'Nothing below this level is logged. `default` takes the setting back: to LOG_LEVEL, or for the inventory to the level of the whole program.',
        ),
        DEFAULT_LEVEL,
      ),
      filter: maybe(
        Type.String({
          maxLength: 4000,
          description:
            'Levels of single modules, separated by commas, such as `inventory/movements:debug, http:warn`. Each covers the modules below it; the closest name decides. If it is left out or null, no module has its own.',
          examples: ['inventory/movements:debug,http:warn'],
        }),
      ),
    },
    'The whole setting: what is left out goes back to its default.',
  ),
})
export type LoggingBody = Static<typeof LoggingBody>

export const loggingExample: LoggingBody = {
  logging: { level: 'info', filter: 'inventory/movements:debug' },
}
