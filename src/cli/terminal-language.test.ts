import { expect, test } from 'vitest'
import { readTerminalLanguage } from '../config.ts'
import { message } from '../words/catalogue.ts'
import { render } from '../words/render.ts'
import { CommandRefused, UsageError } from './command.ts'
import { terminalReader } from './terminal-language.ts'

test.each([
  [{}, 'en'],
  [{ LANG: 'de_DE.UTF-8' }, 'de'],
  [{ LANG: 'fr_FR' }, 'fr'],
  [{ LANG: 'fr' }, 'fr'],
  [{ LANG: 'de@euro' }, 'de'],
  [{ LANG: 'DE-at' }, 'de'],
  [{ LANG: 'pl_PL.UTF-8' }, 'en'],
  [{ LANG: 'C.UTF-8' }, 'en'],
  [{ LANG: 'POSIX' }, 'en'],
  [{ LANG: 'deu' }, 'en'],
  [{ LC_MESSAGES: 'fr_CH.UTF-8', LANG: 'de_CH.UTF-8' }, 'fr'],
  [{ LC_ALL: 'de_DE', LC_MESSAGES: 'fr_FR', LANG: 'en_GB' }, 'de'],
  [{ LC_ALL: 'C', LANG: 'de_DE' }, 'en'],
  [{ LC_ALL: '', LC_MESSAGES: '', LANG: 'fr_FR.UTF-8' }, 'fr'],
])('a terminal with %o is in %s', (environment, language) => {
  expect(readTerminalLanguage(environment)).toBe(language)
})

test('what is thrown is in English, and is read in the language of the terminal', () => {
  const said = message('optionIsNeeded', { option: 'email', command: 'user create' })
  const english = '--email is needed. See: npm run granary -- user create --help'
  expect([new UsageError(said).message, new CommandRefused(said).message]).toEqual([english, english])
  expect(render(new UsageError(said).said, { ...terminalReader(), language: 'de' })).toBe(
    '--email wird gebraucht. Siehe: npm run granary -- user create --help',
  )
})
