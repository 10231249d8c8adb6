import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A link or a picture, by its file; not one to a page elsewhere, nor to a place in the same document. */
const LINK = /!?\[([^\]]*)\]\((?![a-z]+:|#)([^)#\s]+)(#[^)]*)?\)/g
/** Where the console has the pictures that documents show. */
const PICTURES = 'web/dist/help/pictures'

/**
 * Mends the links of documents that were put into a folder: pictures of the console are taken from its help, where they are already, and a
 * link to what only a checkout has becomes its words.
 */
export function mendLinks(folder: string): void {
  for (const name of globSync(['*.md', 'docs/**/*.md'], { cwd: folder })) {
    const file = path.join(folder, name)
    const text = readFileSync(file, 'utf8')
    const mended = text.replace(LINK, (link, words: string, target: string) => {
      const near = path.dirname(file)
      if (existsSync(path.join(near, target))) return link
      const picture = path.join(folder, PICTURES, path.basename(target))
      const isThere = target.startsWith('console/') && existsSync(picture)
      return isThere ? link.replace(target, path.relative(near, picture)) : words
    })
    if (mended !== text) writeFileSync(file, mended)
  }
}

/** The links of the documents in a folder that lead to no file of it. */
export function brokenLinks(folder: string): string[] {
  return globSync(['*.md', 'docs/**/*.md'], { cwd: folder }).flatMap((name) =>
    [...readFileSync(path.join(folder, name), 'utf8').matchAll(LINK)]
      .filter(([, , target = '']) => !existsSync(path.join(folder, path.dirname(name), target)))
      .map(([link]) => `${name}: ${link}`),
  )
}
