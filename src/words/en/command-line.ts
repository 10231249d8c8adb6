import type { CountryMeant } from '../terms.ts'
import type { Wording, Writing } from '../writing.ts'

// What commands print, and what the service answers before it serves.

interface ListedAccount {
  email: string
  status: string
  /** Left out for whoever is of no organisation. */
  role?: string | null
  isSuspendedThere: boolean
  organisation?: { id: string; name: string }
  isPlatformAdmin: boolean
  isEmailProved: boolean
}

interface ListedKey {
  id: string
  name: string
  rights: string
  prefix: string
  /** Left out where it was made at the command line. */
  maker?: string
  madeUTC: string
  expiresUTC?: string
  isExpired: boolean
}

interface MadeCertificate {
  names: string[]
  until: string
  certFile: string
  keyFile: string
  url: string
  authorityUrl: string
  fingerprint: string
  /** The authority’s address as a picture for a phone. */
  picture: string
}

interface MadeOrganisation {
  organisation: string
  email: string
  password: string
  apiKey: string
  id: string
  isPlatformAdmin: boolean
  startCommand: string
}

export const commandLine = {
  indicatorIsHeard: () => 'The indicator is heard.',
  indicatorIsNotHeard: ({ problem }: { problem?: string }) =>
    `The indicator is not heard: ${problem ?? 'it sends nothing any more'}. It is tried again every two seconds.`,
  meterIsHeard: () => 'The meter is heard.',
  meterIsNotHeard: ({ problem }: { problem?: string }) =>
    `The meter is not heard: ${problem ?? 'it sends nothing any more'}. It is tried again every two seconds.`,
  ofSecondBridge: ({ reason }: { reason: Wording }, { messages }: Writing) =>
    `Second bridge: ${messages([reason])}`,
  scalePortIsInUse: ({ port }: { port: number }) =>
    `Port ${port} is in use: another granary scale may be running.`,
  pagesHearIndicator: ({ origins }: { origins: string[] }) =>
    `Pages of ${origins.join(' and ')} hear the indicator on this computer.`,
  indicatorIsNotNamed: () =>
    '--tcp or --device is needed, and one of them, or --meter alone. See: npm run granary -- scale --help',
  tcpIsNoAddress: () => 'The address must be a host and a port, such as --tcp 192.168.1.50:4001',
  baudIsNoRate: () => '--baud must be a whole number and goes with a serial port, such as --baud 9600',
  originIsNoAddress: () => '--origin must be such as https://granary.example',
  makeIsUnknown: ({ makes }: { makes: string[] }) =>
    `--ask must be one of ${makes.join(', ')}, or what is to be sent, such as 'W\\r'`,
  platformAdminsAre: ({ count }: { count: number }) => {
    if (count === 0)
      return 'Nobody is platform admin: npm run granary -- user platform-admin makes somebody one.'
    const people = count === 1 ? '1 person is platform admin' : `${count} people are platform admins`
    return `${people}, of all organisations: npm run granary -- user list names them, user platform-admin changes it.`
  },
  databaseIsMigrated: () => 'The service is starting: the database is being migrated. Try again in a moment.',
  serviceIsAt: ({ url }: { url: string }) => `Granary is at ${url}; its API is described at ${url}/docs`,
  makeFirstOrganisation: ({ url, code }: { url: string; code: string }) =>
    `There is no organisation yet. Make it in a browser, with the one-time code ${code}:
  ${url}/welcome#${code}`,

  optionIsNeeded: ({ option, command }: { option: string; command: string }) =>
    `--${option} is needed. See: npm run granary -- ${command} --help`,
  operandsAreNeeded: ({ operands, command }: { operands: string; command: string }) =>
    `${command} needs ${operands}, and nothing else. See: npm run granary -- ${command} --help`,
  cannotBeParsed: ({ problem, command }: { problem: string; command: string }) =>
    `${problem}. See: npm run granary -- ${command} --help`,
  commandGoesWith: ({ word, others }: { word: string; others: string[] }) =>
    `“${word}” goes with one of: ${others.join(', ')}. See: npm run granary -- --help`,
  commandIsUnknown: ({ word }: { word: string }) =>
    `There is no command “${word}”. See: npm run granary -- --help`,
  accountMayNot: () => 'this account may not',
  isAFile: () => 'it is a file',
  isAFolder: () => 'it is a folder',
  noFileOrFolder: () => 'there is no such file or folder',
  diskHasNoRoom: () => 'the disk is full',
  pathLeadsThroughFile: () => 'its path leads through a file',
  diskTakesNoWrites: () => 'the disk takes no writes',
  namedFileIsUnreadable: ({ file, reason }: { file: string; reason: Wording }, { messages }: Writing) =>
    `${file} cannot be read: ${messages([reason])}.`,

  databaseIs: ({ place }: { place: Wording }, { messages }: Writing) => `Database: ${messages([place])}`,
  databaseIsOfServer: ({ place }: { place: Wording }, { messages }: Writing) =>
    `Database: ${messages([place])}, as the running server has it`,
  embeddedIn: ({ directory }: { directory: string }) => `embedded, in ${directory}`,
  settingsAreSound: ({ place, address }: { place: Wording; address: string }, { messages }: Writing) =>
    `The settings are sound. Database: ${messages([place])}. Address: ${address}.`,
  noDatabaseYet: ({ directory }: { directory: string }) => `There is no database in ${directory} yet.`,
  databaseIsUpToDate: () => 'The database is up to date.',
  migrationsApplied: ({ names, isDryRun }: { names: string[]; isDryRun: boolean }) =>
    `${isDryRun ? 'Would apply' : 'Applied'}:\n${names.map((name) => `  ${name}`).join('\n')}`,

  nobodyHasAccount: () => 'Nobody has an account.',
  accountInList: (account: ListedAccount) => {
    const { email, status, role, isSuspendedThere, organisation, isPlatformAdmin, isEmailProved } = account
    return [
      email,
      status,
      isSuspendedThere ? `${role}, suspended there` : (role ?? 'no role'),
      organisation ? `${organisation.name} (${organisation.id})` : 'no organisation',
      ...(isPlatformAdmin ? ['platform admin'] : []),
      ...(isEmailProved ? [] : ['address not proved']),
    ].join('  ')
  },
  joinsWithAccount: ({ email, isPasswordGiven }: { email: string; isPasswordGiven: boolean }) =>
    `${email} joins with the account that is there.${isPasswordGiven ? ' Its password stays; user set-password changes it.' : ''}`,
  signsInWithPassword: ({ email, password }: { email: string; password: string }) =>
    `${email} may sign in with password ${password}`,
  userIsSuspended: ({ email }: { email: string }) => `${email} is suspended.`,
  userMaySignIn: ({ email }: { email: string }) => `${email} may sign in again.`,
  platformAdminIsSet: ({ email, isRemoved }: { email: string; isRemoved: boolean }) =>
    `${email} is ${isRemoved ? 'no longer ' : ''}platform admin.`,
  passwordWouldBeSeen: () =>
    '--password would show the password to everybody who lists the processes of this machine. Write it into a file and give --password-file <file>, or --password-file - and type it.',
  passwordFileIsEmpty: () => '--password-file has no password in it.',
  passwordFileIsUnreadable: ({ problem }: { problem: string }) =>
    `--password-file cannot be read: ${problem}.`,
  organisationIsMade: (
    made: MadeOrganisation,
  ) => `${made.organisation} was created. Password and API key are shown only this once:

  owner         ${made.email}
  password      ${made.password}
  API key       ${made.apiKey}
  organisation  ${made.id}

${
  made.isPlatformAdmin
    ? `The owner is platform admin as well: may suspend any organisation here, see its failed mails, and change the service's settings.
To give that to somebody else: npm run granary -- user platform-admin --email <address>, and with --remove take it from the owner.`
    : 'The owner is not platform admin. To make somebody one: npm run granary -- user platform-admin --email <address>'
}

Start the server with: ${made.startCommand}`,

  roleTakes: ({ roles, text }: { roles: readonly string[]; text: string }) =>
    `--role takes one of ${roles.join(', ')}, not “${text}”.`,
  permissionsTake: ({ permissions, text }: { permissions: readonly string[]; text: string }) =>
    `--permissions takes ${permissions.join(', ')}, not “${text}”.`,
  nameTakes: ({ limit }: { limit: number }) =>
    `--name takes 1 to ${limit} characters, such as “Weighbridge PC”.`,
  apiKeyIsMade: ({ key, name, rights }: { key: string; name: string; rights: string }) =>
    `${key}\n\nThis is the key “${name}” (${rights}); it is shown only this once.`,
  noApiKeys: () => 'No keys.',
  apiKeyInList: ({ id, name, rights, prefix, maker, madeUTC, expiresUTC, isExpired }: ListedKey) =>
    [
      id,
      name,
      rights,
      `${prefix}…`,
      maker === undefined ? 'made at the command line' : `made by ${maker}`,
      `made on ${madeUTC}`,
      ...(expiresUTC === undefined ? [] : [`${isExpired ? 'expired' : 'expires'} on ${expiresUTC}`]),
    ].join('  '),

  signingKeyIsNew: ({ ended }: { ended?: number }) =>
    `Access tokens are signed with a new key.${ended === undefined ? '' : ` ${ended} sessions were ended.`}`,
  secretKeyIsInEnvironment: () =>
    'SECRET_KEY is set in the environment, which this command cannot change. Name a file for the new one: --new-key-file <file>',
  secretKeyIsInUse: ({ file }: { file: string }) =>
    `The key in ${file} is the one in use. Nothing was changed.`,
  secretsAreSealedAnew: ({ file }: { file?: string }) =>
    file === undefined
      ? 'The secrets in the database are sealed with a new SECRET_KEY. Keep a copy of it apart from the backups.'
      : `The secrets in the database are sealed with the key in ${file}. Set it before you start the server: SECRET_KEY, or SECRET_KEY_FILE=${file}`,
  secretKeyIsReset: ({ file, sessions, webhooks }: { file?: string; sessions: number; webhooks: number }) =>
    `The database is sealed with the SECRET_KEY in ${file ?? 'the setting SECRET_KEY'}. ${sessions} sessions were ended, and ${webhooks} webhooks paused until their secrets are rotated.`,
  databaseIsInUse: () =>
    'Another process of Granary uses this database: stop every server first. Nothing was changed.',

  backupIsNotInAudit: () => 'The audit log could not be written to, so it does not tell of this backup.',
  backupHasNoLock: () =>
    'There is nothing to encrypt the backup with. Name a public key of age with --recipient, or a file with a passphrase with --passphrase-file; or set BACKUP_RECIPIENTS or BACKUP_PASSPHRASE.',
  backupHasTwoLocks: () => 'A backup is encrypted for public keys or with a passphrase, not both.',
  fileIsNotInBackup: ({ key }: { key: string }) =>
    `The file ${key} is not in the store as it was uploaded, and not in the backup.`,
  backupIsMade: ({ file, rows, hash }: { file: string; rows: number; hash: string }) =>
    `Everything is in ${file}: ${rows} rows. Ledger hash: ${hash}`,
  backupHasNoFiles: () => 'The backup was made without uploaded files. Copy them here yourself.',
  fileWasLost: ({ key }: { key: string }) => `The file ${key} was lost before the backup was made.`,
  jobsAreHeld: ({ count }: { count: number }) =>
    `${count} mails and the like were waiting when the backup was made. They may have gone out since, so they are held: see GET /api/system/jobs?status=failed, and POST /api/system/jobs/{id}/retry sends one.`,
  embeddedIsLeft: ({ directory }: { directory: string }) =>
    `The embedded database in ${directory} is marked as left, and not used any more.`,
  backupIsRestored: ({
    takenUTC,
    version,
    rows,
    hash,
  }: {
    takenUTC: string
    version: string
    rows: number
    hash: string
  }) =>
    `Restored what was there on ${takenUTC}, backed up by Granary ${version}: ${rows} rows. Ledger hash: ${hash}`,

  fileIsNotAsUploaded: ({ key }: { key: string }) =>
    `The file ${key} is not in the store as it was uploaded.`,
  ledgerHashIs: ({ hash }: { hash: string }) => `Ledger hash: ${hash}`,
  recordDiffers: ({
    id,
    what,
    stored,
    recomputed,
  }: Record<'id' | 'what' | 'stored' | 'recomputed', string>) =>
    `Record ${id}: ${what} is stored as ${stored}, the entries say ${recomputed} (grams).`,
  monthDiffers: (month: Record<'id' | 'what' | 'month' | 'stored' | 'recomputed', string>) =>
    `Organisation ${month.id}: ${month.what} in ${month.month} is stored as ${month.stored}, there are ${month.recomputed}.`,
  figuresDiffer: ({ count }: { count: number }) =>
    count === 0 ? 'Every stored figure is what the ledger says.' : `${count} figures differ.`,

  countryIsNoCode: ({ country, meant }: { country: string; meant?: CountryMeant }) =>
    `--country ${country} is not a country's two-letter code${meant ? `. Send ${meant.code} for ${meant.name}` : ''}`,
  postcodesAreStored: ({ stored, left }: { stored: number; left: number }) =>
    `${stored} postcodes are stored, and ${left} left out that are out of use or on no map.`,
  rowsAreBad: ({ count, isListed }: { count: number; isListed: boolean }) =>
    `${count} rows cannot be used${isListed ? '' : '; the first of them'}:`,
  rowIsBad: ({ row, problem }: { row: number; problem: Wording }, { messages }: Writing) =>
    `  row ${row}: ${messages([problem])}`,
  tableIsCutOff: ({ row }: { row: number }) =>
    `The file cannot be read to its end: after row ${row} a quotation mark is never closed.`,
  tableIsOfNoShape: () =>
    'The file begins neither like the ONS Postcode Directory, nor like postal codes of GeoNames, nor with a header of postcode, latitude and longitude.',
  rowHasNoCountry: ({ text }: { text: string }) =>
    `“${text}” is no two-letter country; perhaps --country is missing`,
  rowHasNoPostcode: ({ text }: { text: string }) => `“${text}” is no postcode`,
  rowHasNoCoordinates: () => 'has no latitude and longitude',

  machineNamesAreWrong: ({ names }: { names: string[] }) =>
    `--names has no names or addresses of a machine in it: ${names.join(', ')}`,
  authorityIsNew: () =>
    'The authority is a new one, since the one before ends soon or was not made for these names: tell every phone again.\n',
  certificateIsMade: (
    made: MadeCertificate,
  ) => `A certificate for ${made.names.join(', ')}, good until ${made.until}.

1. Put these lines into .env, or into the settings of the service, and start it:
  TLS_CERT=${made.certFile}
  TLS_KEY=${made.keyFile}
  HOST=0.0.0.0
  PUBLIC_URL=${made.url}
2. On each phone, once: open ${made.authorityUrl}, go past the warning, and install what is loaded.
  iPhone, iPad: Settings, Profile Downloaded, Install; then General, About, Certificate Trust Settings, and switch it on.
  Android: Settings, Security, Install a certificate, CA certificate, and choose the file.
  A computer: open the file and put it among the trusted authorities (in Firefox: Settings, Certificates, Authorities).
  Compare its fingerprint first: ${made.fingerprint}
3. Open ${made.url}. Without a warning all is well, and the page can be kept on the home screen.

${made.picture}`,
}
