/** Letters of scripts that the service's papers have no face for (docs/decisions/0098-names-in-other-scripts.md). */
const WITHOUT_FACE =
  /(?!\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Hebrew}|\p{Script=Arabic})[\p{L}\p{M}]/u
/** Marks that are of any script, such as accents. */
const OF_ANY = /[\p{Script=Common}\p{Script=Inherited}]/gu

/** The names that papers print with question marks. */
export function unprintable(names: string[]): string[] {
  return [...new Set(names)].filter((name) => WITHOUT_FACE.test(name.replaceAll(OF_ANY, '')))
}
