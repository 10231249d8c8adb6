import { stripTypeScriptTypes } from 'node:module'

/** Names of modules of ours, as the sources write them: `'./main.ts'`. */
const OWN_MODULE = /(['"])(\.{1,2}\/[^'"\n]+)\.ts\1/g
/** The commands that a checkout has from npm are those of an installed program. */
const COMMANDS: [RegExp, string][] = [
  [/npm run (?:-s )?granary -- ?/g, 'granary '],
  [/\bnpm start\b/g, 'granary serve'],
]

/**
 * A module of the program as JavaScript: without its types, which become blanks, so that lines and columns stay; with the names that other
 * modules have then, and the commands as whoever has installed it types them.
 *
 * @param source TypeScript whose types can be left out, or JavaScript
 * @param isTypeScript false for a module that is JavaScript already
 */
export function javaScriptOf(source: string, isTypeScript: boolean): string {
  const plain = isTypeScript ? stripTypeScriptTypes(source) : source
  const named = plain.replace(OWN_MODULE, '$1$2.js$1')
  return COMMANDS.reduce((text, [typed, installed]) => text.replace(typed, installed), named)
}
