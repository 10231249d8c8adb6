import './page-globals.ts'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { screens } from '../../web/src/paths.ts'

/** The help of a screen, of which the page knows the type. */
interface Told {
  names: Record<'en' | 'de' | 'fr', Record<string, string>>
  says: Record<
    'en' | 'de' | 'fr',
    { about: string; keys?: Record<string, string>; figures: Record<string, string> }
  >
}

const web = path.join(import.meta.dirname, '../../web/src')
const files = globSync('**/*messages.ts', { cwd: web, exclude: ['i18n/**'] }).sort()

const valuesIn = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort()
const formsOf = (text: string) => text.split(' | ').length

test.each(files)('%s says the same in every language', async (file) => {
  const exported: Record<string, Record<string, Record<string, string>>> = await import(path.join(web, file))
  const different = Object.values(exported).flatMap(({ en = {}, ...others }) =>
    Object.entries(others).flatMap(([language, texts]) =>
      Object.entries(en)
        .filter(([key, text]) => {
          const other = texts[key] ?? ''
          return (
            other === '' ||
            String(valuesIn(text)) !== String(valuesIn(other)) ||
            formsOf(text) !== formsOf(other)
          )
        })
        .map(([key]) => `${language}: ${key}`),
    ),
  )
  expect(different).toEqual([])
})

const routes = globSync('*routes.tsx', { cwd: web }).flatMap((file) =>
  readFileSync(path.join(web, file), 'utf8').split('createRoute({').slice(1),
)
const seldom = readFileSync(path.join(web, 'entrance-screens.ts'), 'utf8')
const helpFileOf = (screen: string) => {
  const route = routes.find((each) => each.includes(`path: at('${screen}')`)) ?? ''
  const [, own] = /staticData: \{ help: \(\) => import\('\.\/(screens\/[^']+help\.ts)'\) \}/.exec(route) ?? []
  if (own !== undefined) return own
  // Screens that are seldom opened come in one script, with their help.
  const [, exported] = /all\.(\w+Help)\)/.exec(route) ?? []
  return new RegExp(`help as ${exported} \\} from '\\.\\/([^']+)'`).exec(seldom)?.[1]
}

test.each(screens)(
  '%s has help: what it is for, and a sentence for each figure, in every language',
  async (screen) => {
    const file = helpFileOf(screen)
    if (file === undefined) throw new Error('its route names no help')
    const { help }: { help: Told } = await import(path.join(web, file))
    const { en } = help.says
    for (const [language, { about, figures, keys = {} }] of Object.entries(help.says)) {
      const names = help.names[language === 'de' ? 'de' : language === 'fr' ? 'fr' : 'en']
      expect(Object.keys(figures), language).toEqual(Object.keys(en.figures))
      expect(Object.keys(keys), language).toEqual(Object.keys(en.keys ?? {}))
      expect(Object.keys(figures).length).toBeGreaterThan(0)
      for (const figure of Object.keys(figures)) expect(names[figure], `${language} ${figure}`).toMatch(/./)
      for (const sentence of [about, ...Object.values(figures), ...Object.values(keys)])
        expect(sentence, language).toMatch(/.[.]$/)
    }
  },
)
