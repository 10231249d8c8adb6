import { fault, type Fault } from '../../kernel/errors.ts'

const MIN_PASSWORD_LENGTH = 12
const MAX_PASSWORD_LENGTH = 200

/**
 * Everything that is wrong with a new password, all at once: length, repetition, the commonest choices, and words
 * that anybody could guess because they name the person or the organisation.
 *
 * @example passwordFaults('password', { path: 'password', email: 'ann@farm.example', organisationNames: [] }).length // 2
 */
export function passwordFaults(
  password: string,
  { path, email, organisationNames }: { path: string; email: string; organisationNames: string[] },
): Fault[] {
  const faults: Fault[] = []
  const say = (message: string, code: Fault['code']) => faults.push(fault(path, message, code))
  const length = [...password].length
  if (length < MIN_PASSWORD_LENGTH) say(`must have at least ${MIN_PASSWORD_LENGTH} characters`, 'minLength')
  if (length > MAX_PASSWORD_LENGTH) say(`must have at most ${MAX_PASSWORD_LENGTH} characters`, 'maxLength')
  if (new Set(password.toLowerCase()).size < 4)
    say('must have at least four different characters', 'repetitive')

  const word = essence(password)
  if (commonPasswords.has(word)) say('is one of the passwords that are tried first', 'common')
  const [local = ''] = email.split('@')
  if ([email, local].some((each) => isGuess(word, each))) say('must not be your e-mail address', 'own_email')
  if (organisationNames.some((each) => isGuess(word, each)))
    say('must not be the name of the organisation', 'own_organisation')
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

/** Whether a password is no more than a known word, perhaps said twice. */
function isGuess(word: string, known: string): boolean {
  const name = essence(known)
  return name !== '' && (word === name || word === name + name)
}

// From the lists of leaked passwords that are tried first; those of the trade are our own guess at them.
const commonPasswords = new Set(
  `123456789012 1234567890123 123123123123 111111111111 000000000000 098765432109 121212121212 112233445566
   987654321098 123456123456 147258369147 102030405060 1q2w3e4r5t6y 1qaz2wsx3edc qazwsxedcrfv qwertyuiop qwertyuiopas
   qwertyqwerty qwerty asdfghjkl asdfghjklzxc asdfasdfasdf zxcvbnmasdfg abcdefghijkl abcdefgh abcabcabcabc password passwordpassword
   passw0rd passwort motdepasse contrasena letmein letmeinletmein letmeinplease welcome welcomewelcome welcomeback iloveyou iloveyouforever
   iloveyousomuch administrator adminadmin admin superadmin changeme changemenow changemeplease trustno trustnoone sunshine
   princess princessprincess football footballfootball baseball basketball liverpool manchesterunited superman batman dragon dragondragon
   monkey monkeymonkey master mastermaster shadow michael jennifer jessica charlie secret secretsecret supersecret
   correcthorsebatterystaple opensesame whatever computer internet blahblahblah lovelovelove nevergiveup default
   temporary temporarypassword testtesttest testpassword test mypassword mypasswordis thisismypassword mynewpassword newpassword
   yourpassword password1234password p4ssw0rd p4ssw0rdp4ssw0rd granary granarygranary granaryadmin grainstore weighbridge
   harvest harvesttime harvestharvest tractor tractortractor combineharvester masseyferguson johndeere newholland farmer farmfarm farmoffice
   wheatwheat winterwheat springbarley barleybarley oilseedrape`.split(/\s+/),
)
