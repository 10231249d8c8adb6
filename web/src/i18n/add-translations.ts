import { addTranslation, type Translation } from './languages.ts'

/** Each file of `translations/` is a language, under the code that it is called by: `translations/pl.ts` exports `translation`. */
const files: Record<string, Translation> = import.meta.glob('./translations/*.ts', {
  eager: true,
  import: 'translation',
})

/** At the start of the page: people can choose each further language that has a file. */
export function addTranslations(): void {
  for (const [path, translation] of Object.entries(files))
    addTranslation(path.slice(path.lastIndexOf('/') + 1, -'.ts'.length), translation)
}
