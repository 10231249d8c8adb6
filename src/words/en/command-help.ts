// What `--help` says of each command: what it does in a line, and its options. Options and their placeholders are the same in each language.

const ORGANISATION = '  --organisation  the id of the organisation, from user list'
const EMAIL = '  --email         whose account'
const passwordFile = (whose: string) =>
  `  --password-file a file with ${whose} password, at least 12 characters, or - for standard input;
                  without it one is made up and shown once`

export const commandHelp = {
  helpOfAll: ({ commands }: { commands: string }) =>
    `Granary keeps the stock of farms and grain stores, to the gram.

Usage: npm run granary -- <command> [options]

${commands}

Each command has its own --help; --version says which version this is. Settings come from the environment and a
.env file; see the README. Exits with 0 when all went well, 1 when not, and 2 when what was typed is wrong.
`,
  usageIs: ({ usage }: { usage: string }) => `Usage: npm run granary -- ${usage}`,

  summaryOfServe: () => 'Serve the API and the console.',
  helpOfServe: () =>
    `Settings: PORT, HOST, DATA_DIR, DATABASE_URL, LOG_LEVEL and more, from the environment and .env; see the README.
SIGTERM makes /readyz answer 503, serves on for DRAIN_SECONDS, finishes what is being worked on, for up to 25 seconds more, and
stops. A second one stops at once.`,
  summaryOfInit: () => 'Make an organisation, its owner and a first API key.',
  helpOfInit: () => `  --organisation  what the farm, store or merchant is called
  --country       two letters, such as GB; it decides time zone, units and commodities
  --email         the owner's, to sign in with
  --given-name, --family-name
                  the owner's; whoever has neither is called by the e-mail
${passwordFile("the owner's")}
  --no-platform-admin
                  the first owner of an installation is its platform admin, who suspends organisations and changes its settings: not this one
  --demo          also enter a believable farm and store, to look around in
  --json          print one JSON object and nothing else: organisationId, userId, password, apiKey, isPlatformAdmin

user platform-admin makes somebody platform admin, or no longer. The API key acts as the owner: keep it as you keep the password.
With the embedded database, stop the server first: one process at a time has the data directory.`,
  summaryOfMigrate: () => 'Bring the database to this version. The server does so by itself when it starts.',
  helpOfMigrate: () => `  --dry-run  only say what would be done
  --status   say which migrations are under way, and how far
  --down     take the last migration back, where it can be: before you start the version before`,
  summaryOfKeyCreate: () => 'Make an API key for a machine, such as a weighbridge PC.',
  helpOfKeyCreate: ({ roles }: { roles: string[] }) => `${ORGANISATION}
  --name          what the key is for
  --role          ${roles.join(', ')}; operator unless said otherwise
  --permissions   what the key may do besides, with commas between: adjustments:write to enter counts
  --json          print one JSON object: id, name, role, permissions, expiresAtUTC, key

The key is shown only this once.`,
  summaryOfKeyList: () => 'List the API keys of an organisation, without their secrets.',
  helpOfKeyList: () => `${ORGANISATION}
  --json          print a JSON array`,
  summaryOfKeyRevoke: () => 'Revoke an API key. It stops working at once.',
  helpOfKeyRevoke: () => `${ORGANISATION}
  --id            the key's id, from key list`,
  summaryOfKeysRotate: () => 'Sign access tokens with a new key, and refuse those signed by the old one.',
  helpOfKeysRotate: () => `  --end-sessions  also end every session, so that everybody signs in again

Do this when somebody may have the old key. Running servers follow within two seconds. People stay signed in: their
applications get a new access token with their refresh token. API keys are not concerned; see key revoke.`,
  summaryOfSecretRotate: () => 'Seal the secrets in the database with a new SECRET_KEY.',
  helpOfSecretRotate:
    () => `  --new-key-file  where the new SECRET_KEY is; made there when the file is missing. Needed where SECRET_KEY is set
                  in the environment: put what the file holds into the setting before you start the server again.

Stop every server first. The key that signs access tokens is replaced too. Backups made before need the old SECRET_KEY.`,
  summaryOfSecretReset: () =>
    'Give up what a lost SECRET_KEY sealed, and begin with the one that is set, or a new one.',
  helpOfSecretReset:
    () => `For a database whose SECRET_KEY is lost, such as a backup restored on another machine. Everybody signs in again. Webhooks
are paused: each organisation rotates the secret, gives it to the receiver, and resumes. Stock, people, passwords and API
keys are as before. Stop every server first.`,
  summaryOfUserList: () => 'List everybody with an account, with role, organisation and its id.',
  helpOfUserList: () => '  --json  print a JSON array',
  summaryOfUserCreate: () => 'Make a user, or add one who has an account to another organisation.',
  helpOfUserCreate: ({
    roles,
  }: {
    roles: string[]
  }) => `  --organisation  the id of the organisation, from user list
${EMAIL}
  --given-name, --family-name
                  whoever has neither is called by the e-mail; those of an account that is there stay
  --role          ${roles.join(', ')}; viewer unless said otherwise
${passwordFile('their')}`,
  summaryOfUserResetCode: () => 'Make a code with which somebody sets a new password and signs in, once.',
  helpOfUserResetCode: () => `${EMAIL}

Give the code to its owner alone. It is good for an hour, and works while somebody else keeps guessing passwords:
POST /api/identity/password-resets/redeem with { "token": "<code>", "password": "<a new one>" }`,
  summaryOfUserResetFactors: () => "Take somebody's second factors away, and sign them out everywhere.",
  helpOfUserResetFactors: () => `${EMAIL}

For whoever has lost them and all recovery codes. They sign in with their password, and set up new ones.`,
  summaryOfUserSetEmail: () => 'Give somebody another e-mail address to sign in with.',
  helpOfUserSetEmail: () => `${EMAIL}
  --new-email     the address from now on; you answer for its being theirs`,
  summaryOfUserSetPassword: () =>
    "Set somebody's password, sign them out everywhere and unlink their issuers.",
  helpOfUserSetPassword: () => `${EMAIL}
${passwordFile('the new')}`,
  summaryOfUserSuspend: () => 'Keep somebody out, at once.',
  helpOfUserSuspend: () => `${EMAIL}

API keys that they made stop with them, and open invitations that they made are taken back.`,
  summaryOfUserReinstate: () => 'Let somebody in again.',
  helpOfUserReinstate: () => EMAIL,
  summaryOfPlatformAdmin: () => 'Make somebody platform admin, or no longer.',
  helpOfPlatformAdmin: () => `${EMAIL}
  --remove        take it away`,
  summaryOfTlsInit: () =>
    'Make an authority of your own and a certificate of this machine, for HTTPS without a proxy.',
  helpOfTlsInit:
    () => `  --names  names and addresses by which people reach this machine, with commas between, besides those that it has now

Phones work without a network only over HTTPS. Each has to be told once to trust the authority; the address to do that from is printed.
The authority is good for ten years, and for local networks and these names alone. The certificate is good for two years and a quarter: run
this again before it ends, or when the machine gets another address. It keeps the authority, so phones need nothing. Then start the service anew.`,
  summaryOfScale: () =>
    'Pass on what a weighbridge’s indicator sends to the console in a browser without Web Serial.',
  helpOfScale:
    () => `  --tcp     the indicator’s own address in the network, or that of a converter, such as 192.168.1.50:4001
  --device  a serial port, such as /dev/ttyUSB0, or COM3 on Windows
  --baud    the rate of the port, with 8 bits and no parity, such as 9600; without it the port is taken as it is, and on Windows at 9600
  --second  another indicator, such as that of the bridge out: its address in the network, or its serial port
  --ask     the make of an indicator that sends nothing by itself: mettler-toledo, dini-argeo, systec, avery-weigh-tronix; or what
            it is to be sent twice a second, such as 'W\\r'
  --meter   a moisture or NIR meter that sends what it finds: its address in the network, or its serial port, which --meter-baud sets up
  --origin  where the console is opened, such as https://granary.example; by default PUBLIC_URL, or this computer

Runs on the computer at the weighbridge, in which the console is open, until Ctrl-C. In the console, beside the weight: settings, and
“By granary scale”. Only pages of that address on this computer hear the indicator. With --meter alone it passes on no indicator.`,
  summaryOfPlacesImport: () => 'Load postcodes from a file, so that they are found and addresses have one.',
  helpOfPlacesImport:
    () => `  --file <path>     the ONS Postcode Directory as CSV; postal codes of GeoNames as text;
                    or a CSV file with postcode, latitude, longitude, and perhaps country, place, region
  --country <code>  two letters, where the file does not name the country

What was loaded before is kept, and changed where the file has it too. Two million rows take a few minutes.`,
  summaryOfBackup: () => 'Write everything there is into one file, also while the server runs.',
  helpOfBackup:
    () => `  <file>           where to, such as /mnt/usb/hill-farm-2026-11-21.granary; what is there is never overwritten
  --without-files  leave uploaded files out
  --encrypt        encrypt it, with the passphrase or for the public keys named here or in the settings BACKUP_PASSPHRASE
                   and BACKUP_RECIPIENTS; with one of those set, every backup is encrypted
  --recipient      a public key of age (age-encryption.org), such as age1…; may be given several times
  --passphrase-file <file>
                   its first line is the passphrase; - reads it from standard input
  --json           print one JSON object and nothing else

It shows one moment: what was acknowledged before it began is in it. It holds all that the service knows, password
hashes too, so keep it where nobody else reads it, or encrypt it. The SECRET_KEY is not in it: keep that apart. See also: restore.`,
  summaryOfDrill: () => 'Restore the newest backup into a scratch database, compare it, and throw it away.',
  helpOfDrill: () => `  --passphrase-file, --identity-file
                 what opens an encrypted backup, as with restore; the settings BACKUP_PASSPHRASE and BACKUP_IDENTITY_FILE are tried too
  --json         print one JSON object: file, takenAt, rows, ledgerHash

The newest backup in the place that the settings name (BACKUP_DIR or BACKUP_S3_BUCKET). Also while the server runs: its database is not touched. The exit code is 1 where the backup is not whole.`,
  summaryOfRestore: () => 'Fill an empty database with a backup, on either kind of database.',
  helpOfRestore: () => `  <file>         what \`backup\` has written
  --resume-jobs  send the mails that were waiting when the backup was made: for a move, when no server ran after it
  --passphrase-file, --identity-file <file>
                 what opens an encrypted backup: a file with the passphrase, or with your secret key of age; - is standard
                 input. The setting BACKUP_PASSPHRASE is tried too.
  --json         print one JSON object and nothing else

The whole file is checked first; one that was cut off or altered is refused before anything is written. Whatever is wrong,
the database stays empty, and a restore that was cut off can be done again. At the end it does what \`doctor\` does, and
exits 1 when anything differs. Stop the server first, and give it a new DATA_DIR or a new PostgreSQL database.`,
  summaryOfConfigCheck: () => 'Read all settings and the reference data, and say what is wrong with them.',
  helpOfConfigCheck: () =>
    'Exits 1 with one line for every wrong value. Asks PostgreSQL whether its role has the rights that are needed, and fetches the keys of a role for S3; opens no embedded database, and no port.',
  summaryOfDoctor: () =>
    'Recompute every stored figure from the ledger and say what differs, and which uploaded files are lost.',
  helpOfDoctor: () => `  --without-files  do not look for uploaded files
  --json           print a JSON object: the ledger's hash, the differences, and the keys of files that are lost

Of an uploaded file it asks the store for the last byte, and does not read the rest; a backup does. The hash is one over all entries, balances and movements: two databases with the same one hold the same ledger.
Exits 1 when anything differs or is lost, or where the database is still to be migrated. Takes a while on a long history.`,
  summaryOfAuditVerify: () =>
    'Check that nothing in the audit log was changed, taken away or put in another order.',
  helpOfAuditVerify:
    () => `  --organisation  the id of one organisation, from user list; all of them without it
  --head          a head of its audit log that was kept elsewhere: from a closing, a paper or a backup; may be given several times
  --json          print a JSON array: organisationId, entries, head and fault

Each entry has a hash over itself and the one before it. It says the first place that does not fit. What was cut off the end shows by the
heads that closings and certificates of stock-takes keep, and by those that you give. Exits 1 where anything is wrong.`,

  summaryOfUserErase: () => 'Erase a person: account and ways in go, books and logs keep a pseudonym.',
  helpOfUserErase: () =>
    `${EMAIL}
  --yes           needed, since nothing brings it back

Removed: account, password, factors, sessions, memberships, notices, waiting mails, and the keys and webhooks that they made. Kept under a pseudonym:
what they entered, counted, wrote or approved, and the audit log, which can still be verified. Kept as printed: papers and closed periods. Drivers,
partners and free notes are the organisation's to change. Backups hold what was before. The last owner of an organisation is refused.`,
}
