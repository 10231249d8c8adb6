import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

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
