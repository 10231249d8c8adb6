// Plain JavaScript, since the start asks before it knows that there is a Node that takes TypeScript.

/**
 * The language of the locale that a terminal is set to; English where there is no such language.
 *
 * @template {string} Language
 * @param {Record<string, string | undefined>} environment
 * @param {readonly Language[]} languages
 * @returns {Language | 'en'}
 * @example terminalLanguage({ LANG: 'de_DE.UTF-8' }, ['en', 'de']) // 'de'
 */
export function terminalLanguage({ LC_ALL, LC_MESSAGES, LANG }, languages) {
  // One that is empty counts as not set.
  const locale = LC_ALL || LC_MESSAGES || LANG || ''
  const [code] = locale.toLowerCase().split(/[^a-z]/)
  return languages.find((each) => each === code) ?? 'en'
}
