import { message, type Message } from '../../words/catalogue.ts'
import { fault, type Fault } from '../../kernel/errors.ts'

const MIN_PASSWORD_LENGTH = 12
const MAX_PASSWORD_LENGTH = 200
/** Whoever tries a guess a second would take three hundred years: what zxcvbn calls very unguessable. */
const STRONG = 4
/** Of a password's letters and digits alone. */
const FAIR = 3
/** Of what is left of one that is mostly words that anybody knows of its owner. */
const SLIGHT = 2
/** More of it only makes it harder to guess, and takes longer to judge. */
const JUDGED_CHARACTERS = 40
/** Shorter parts of names stand in too many words. */
const MIN_OWN_WORD_LENGTH = 3

/** The person whose password it is going to be. */
export interface PasswordOwner {
  /** The field that it was sent in. */
  path: string
  email: string
  userName?: string
  organisationNames: string[]
}

/**
 * Everything that is wrong with a new password, all at once: length, repetition, words that anybody could guess because they name the
 * person or the organisation, and what is guessed early because so many passwords are like it (decision 0011).
 *
 * @example (await passwordFaults('Summer2026!!', { path: 'password', email: 'ann@farm.example', organisationNames: [] })).length // 1
 */
export async function passwordFaults(password: string, owner: PasswordOwner): Promise<Fault[]> {
  const { path, email, organisationNames } = owner
  const faults: Fault[] = []
  const add = (said: Message, code: Fault['code']) => faults.push(fault(path, said, code))
  const length = [...password].length
  if (length < MIN_PASSWORD_LENGTH) add(message('isTooShort', { limit: MIN_PASSWORD_LENGTH }), 'minLength')
  if (length > MAX_PASSWORD_LENGTH) add(message('isTooLong', { limit: MAX_PASSWORD_LENGTH }), 'maxLength')
  if (new Set(password.toLowerCase()).size < 4) add(message('isRepetitive', {}), 'repetitive')

  const word = essence(password)
  const [local = ''] = email.split('@')
  if ([email, local].some((each) => isGuess(word, each))) add(message('isOwnEmail', {}), 'own_email')
  if (organisationNames.some((each) => isGuess(word, each)))
    add(message('isOrganisationName', {}), 'own_organisation')
  // Of what is wrong anyway nothing more is to be learnt.
  if (faults.length === 0 && (await isGuessedEarly(password, ownWords(owner))))
    add(message('isEasyToGuess', {}), 'common')
  return faults
}

/** Letters and digits alone, without what people put around a word to please a rule: `Harvest-2026!` is `harvest`. */
function essence(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replace(/(?<=\p{L})\p{N}+$/u, '')
}

/** True if a password is no more than a known word, perhaps twice. */
function isGuess(word: string, known: string): boolean {
  const name = essence(known)
  return name !== '' && (word === name || word === name + name)
}

/** The words of names and addresses that are known to whoever wants to guess. */
function ownWords({ email, userName = '', organisationNames }: PasswordOwner): string[] {
  const names = [email.split('@')[0] ?? '', email, userName, ...organisationNames, ...OUR_WORDS]
  const parts = names.flatMap((name) => [...name.split(/[^\p{L}\p{N}]+/u), essence(name)])
  return [...new Set(parts.map((part) => part.toLowerCase()))].filter(
    (part) => part.length >= MIN_OWN_WORD_LENGTH,
  )
}

// What people here think of first, and the one sentence that everybody knows.
const OUR_WORDS = [
  'granary',
  'grain store',
  'weighbridge',
  'harvest',
  'tractor',
  'combine',
  'wheat',
  'barley',
  'oilseed',
  'farm',
  'farmer',
  'correct horse battery staple',
]

async function isGuessedEarly(password: string, own: string[]): Promise<boolean> {
  const judge = await (judging ??= loadJudge())
  const judged = [...password.normalize('NFKC')].slice(0, JUDGED_CHARACTERS).join('')
  const isBelow = (score: number, text: string) => judge.check(text, own).score < score
  if (isBelow(STRONG, judged)) return true
  // Blanks and signs are taken for letters to be guessed one by one, so that words with something between them seem stronger.
  const letters = judged.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  if (letters.length * 2 >= judged.length && isBelow(FAIR, letters)) return true
  const others = own
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, word) => left.replaceAll(word, ''), letters)
  return others.length * 2 < letters.length && isBelow(SLIGHT, others)
}

let judging: ReturnType<typeof loadJudge> | undefined

/** Reads the lists of leaked passwords and common words (40 MB), where somebody sets a password at all. */
async function loadJudge() {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    // Each way of reading `1` as `l` or `i` is tried, which is soon too many.
    l33tMaxSubstitutions: 8,
  })
}
