import type { Wording, Writing } from '../writing.ts'

// What is wrong with the settings, and with the files and addresses that they name.

export const settings = {
  settingsAreRefused: ({ problems }: { problems: Wording[] }, { messages }: Writing) =>
    problems.map((each) => messages([each])).join('\n'),
  settingIsWrong: (
    { name, problem, example }: { name: string; problem: Wording; example: string },
    { messages }: Writing,
  ) => `${name} ${messages([problem])}, such as ${name}=${example}`,
  mustBeWhole: ({ least, most }: { least: number; most: number }) =>
    `must be a whole number from ${least} to ${most}`,
  mustBeUrlEscaped: () =>
    'must be a URL: in a name or password write # as %23, / as %2F, ? as %3F, @ as %40, : as %3A and % as %25',
  mustBeUrl: ({ schemes }: { schemes: string[] }) =>
    `must be a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  mustBeWebAddress: () =>
    'must be an address that starts with http:// or https://, without password, ? and #',
  mustBeOneOfWords: ({ words }: { words: string[] }) => `must be one of ${words.join(', ')}`,
  mustBeEither: ({ one, other }: { one: string; other: string }) => `must be ${one} or ${other}`,
  mustBeOfThisMachine: () => 'must be an address or name of this machine',
  mustBeNetworks: () => 'must be networks',
  mustBeAddresses: () => 'must be addresses or networks with commas between',
  mustBeOrigins: () => 'must be where applications are served from',
  mustBeHostNames: () => 'must be names of hosts, without scheme and port',
  mustBeHosts: () => 'must be hosts',
  mustBeToken: () => 'must have at least 20 letters, digits or signs, without blanks',
  mustBeRandom: ({ length }: { length: number }) => `must have ${length} random characters or more`,
  mustStandAlone: ({ other }: { other: string }) => `must not be set beside ${other}: take one of them`,
  mustComeWith: ({ other }: { other: string }) => `must come with ${other}`,
  mustBeSchedule: () => 'must be a time of day, or five fields of cron',
  mustBeRetention: () => 'must be three whole numbers: days, weeks and months of which a backup is kept',
  mustBePublicKeys: () => 'must be public keys of age',
  isNeededForS3: () => 'is needed when any S3_ setting is given',
  isNeededForS3WithoutRole: () => 'is needed when any S3_ setting is given, where no role of AWS is',
  mustBeBucket: () => 'must be the name of a bucket, without address and folder',
  mustBeMailbox: () => 'must be a mailbox',
  isNeededBesideSetting: ({ other }: { other: string }) => `is needed when ${other} is given`,
  mustBeMailAddress: () => 'must be an e-mail address',
  mustBeTemplates: () => 'must be a list of templates as JSON',
  mustBeIssuersAsJson: () => 'must be JSON: a list of issuers',
  mustBeIssuers: ({ fields }: { fields: string[] }) =>
    `must be a list of objects with issuer (a URL) and audience, and perhaps ${fields.join(', ')}`,
  mustNameIssuersOnce: () => 'must name each issuer once',
  needsPrimary: () => 'needs DATABASE_URL: it names a standby of that PostgreSQL',
  asksForOtherServer: ({ parameter, target }: { parameter: string; target: string }) =>
    `has ${parameter}=${target}, and Granary needs a server that takes writes: read-write`,
  namesServersBehind: () => 'names several servers behind the question mark: name them before the database',
  namesCluster: () =>
    'names a Redis Cluster, which Granary does not use: give it one Redis, or a group watched by Sentinel',
  namesSeveralServers: () => 'names several servers, which only a group watched by Sentinel has',
  mustNameSentinels: () => 'must name each Sentinel as host:port, with commas between',
  mustEndInGroup: () => 'must end with the name of the group that Sentinel watches',
  hasUnknownParameter: ({ parameter, known }: { parameter: string; known: string }) =>
    `has ${parameter}, and beside it only ${known} is known`,

  isUnreadable: ({ file, reason }: { file: string; reason: Wording }, { messages }: Writing) =>
    `${file} cannot be read: ${messages([reason])}`,
  portIsInUse: ({ port, host }: { port: number; host: string }) =>
    `PORT ${port} is in use on ${host}: stop what listens there, or take another, such as PORT=${port + 1}`,
  portIsReserved: ({ port }: { port: number }) =>
    `PORT ${port} may not be used by this account: take one from 1024 up, such as PORT=3000`,
  hostIsNotHere: ({ host, code }: { host: string; code: string }) =>
    `HOST ${host} is no address of this machine (${code}), such as HOST=127.0.0.1`,
  certificateIsOfOtherKey: ({ cert, key }: { cert: string; key: string }) =>
    `TLS_CERT ${cert} and TLS_KEY ${key} do not go together: they have to be a certificate and its own key, as PEM, the key without a passphrase`,
  roleHasNoKeys: ({ reason }: { reason: Wording }, { messages }: Writing) =>
    `The role for S3 is given no keys: ${messages([reason])}`,
  containerEndpointAnswered: ({ status, text }: { status: number; text: string }) =>
    `the endpoint of container credentials answered ${status}: ${text}`,
  stsAnswered: ({ status, text }: { status: number; text: string }) => `STS answered ${status}: ${text}`,
  keysAreMissing: ({ status }: { status: number }) => `it answered ${status} without keys and when they end`,

  dataDirIsUnusable: (
    { directory, problem }: { directory: string; problem: Wording },
    { messages }: Writing,
  ) => `DATA_DIR ${directory} cannot be used: ${messages([problem])}`,
  fileIsClosed: ({ file, example }: { file: string; example: string }) =>
    `this account may not read and write ${file}. Make it the owner of all that is in there, or name another directory, such as ${example}`,
  diskNeedsRoom: ({ reason, example }: { reason: Wording; example: string }, { messages }: Writing) =>
    `${messages([reason])}. Make room, or name a directory on another disk, such as ${example}`,
  nameDirectory: ({ reason, example }: { reason: Wording; example: string }, { messages }: Writing) =>
    `${messages([reason])}. Name a directory that this account may write to, such as ${example}`,
  noDirectoryIn: ({ parent }: { parent: string }) => `no directory can be made in ${parent}`,
  diskIsNearlyFull: ({ megabytes, directory }: { megabytes: number; directory: string }) =>
    `less than ${megabytes} MB are free on the disk of ${directory}`,
  dataDirIsOfOther: ({ directory, owner, me }: Record<'directory' | 'owner' | 'me', string>) =>
    `DATA_DIR ${directory} belongs to ${owner}, and this is ${me}: files it makes there would be closed to the service. Run the same command as ${owner}, such as: runuser -u ${owner} -- …`,
  dataDirIsInUse: ({ directory }: { directory: string }) =>
    `The data directory ${directory} is in use by another process. Stop that one first, or give this one a DATA_DIR of its own.`,
  dataDirHasNoDatabase: ({ directory }: { directory: string }) =>
    `DATA_DIR ${directory} has no database. Name the directory of yours, such as DATA_DIR=./data-dir, or make a new one with: npm run granary -- init`,
  databaseHasMoved: ({ directory, mark }: { directory: string; mark: string }) =>
    `DATABASE_URL is not set, and the embedded database in ${directory} is the old one: the service has moved to PostgreSQL. Set DATABASE_URL as the service has it; to go back to the old database, delete ${mark}.`,
}
