import type { Wording, Writing } from '../writing.ts'

/** The figures of an archive. */
interface Figures {
  name: string
  balanceGrams: string
  documents: number
  auditHead: string
}

type Exported = Figures & { file: string }

/** Stock that is in the way of a deletion, by whose it is and where it lies. */
export interface PlacesOfStock {
  first: { party: string; place: string; kilograms: number }[]
  more: number
}

interface DeletionMail {
  organisation: string
  by: string
  publicUrl?: string
}

/** Places with weights: a few, and how many more. */
const placesOf = ({ first, more }: PlacesOfStock, { weight, and, figure }: Writing, join: string) =>
  and([
    ...first.map(
      ({ party, place, kilograms }) => `${weight(kilograms)} ${join} ${party}${place && ` (${place})`}`,
    ),
    ...(more > 0 ? [`${figure(more)} more`] : []),
  ])

export const peopleData = {
  fileIsNotInArchive: ({ id }: { id: string }) =>
    `The file ${id} is not in the archive: its bytes are lost or were changed.`,
  organisationIsExported: ({ name, file, balanceGrams, documents, auditHead }: Exported) =>
    `All of ${name} is in ${file}: ${balanceGrams} g of stock, ${documents} numbered documents, audit log at ${auditHead || 'its beginning'}.`,
  organisationIsImported: ({ name, balanceGrams, documents, auditHead }: Figures) =>
    `${name} is here, with the figures of its archive: ${balanceGrams} g of stock, ${documents} numbered documents, audit log at ${auditHead || 'its beginning'}.`,
  peopleAreNew: ({ emails }: { emails: string }) =>
    `New here, with no password yet: ${emails}. Make each a code with user reset-code.`,
  organisationsAreSeveral: ({ name }: { name: string }) =>
    `Several organisations are called “${name}”. Name one by its id, from user list.`,
  noSuchOrganisation: ({ name }: { name: string }) =>
    `No organisation is called “${name}”. Its id is in user list.`,
  isLastOwnerOf: ({ names }: { names: string }) =>
    `They are the last owner of ${names}. Make somebody else owner there first.`,
  personIsErased: ({ pseudonym }: { pseudonym: string }) =>
    `The account is erased. Books and audit log say “${pseudonym}” where a name stood.`,
  isForPersonAlone: () => 'This is for people, about themselves: an API key cannot do it.',
  personalDataAbout: () =>
    'All that this service keeps about you, in one moment. Each part says what it is; below it stand the tables of the database, a row for each entry. Passwords, keys and codes are left out: only that they are there, and since when. Of entries in an organisation’s books you find which they are and when you made them; the rest of them is the organisation’s. Words that others wrote, such as notes and messages to you, are theirs. Files that you uploaded are listed, their bytes can be downloaded under Files.',
  personalAccount: () => 'The account: name, e-mail address, and how it stands.',
  personalSignIn: () => 'Sign-ins: how and from where, with sessions, second factors, and tries that failed.',
  personalMemberships: () => 'Membership of organisations, with the role, settings there, and invitations.',
  personalMessages: () => 'Conversations, written messages, questions to experts, and notices.',
  personalFiles: () => 'Uploaded files.',
  personalBooks: () =>
    'Entries in an organisation’s books under this name: what was entered, counted, approved or made.',
  personalLog: () => 'Entries of the audit log on what was done from this account.',
  erasureLeaves: () =>
    'Printed papers, statements of closed periods and letterheads stay as they are, since the law asks for books to be whole. Names of drivers and partners and free notes are the organisation’s own words. Backups hold what was before until they go.',
  youAreErased: ({ pseudonym }: { pseudonym: string }) =>
    `Your account is erased. Books and audit log say “${pseudonym}” where your name stood.`,
  memberIsErased: ({ pseudonym }: { pseudonym: string }) =>
    `The account is erased. Books and audit log say “${pseudonym}” where the name stood.`,
  eraseYourselfElsewhere: () => 'You erase your own account under My data.',
  isOtherAddress: () => 'is not the e-mail address of this account',
  runsTheInstallation: () => 'They run this installation: only somebody who does so, too, can erase them.',
  personBelongsElsewhereToo: () =>
    'They belong to another organisation, too, so the account is not yours alone to erase. Remove them here; they erase their account themselves.',
  exportIsUnderWay: () => 'An export of your organisation is being written already.',
  deletionIsForOwners: () =>
    'Only an owner, signed in as a person, can have the organisation deleted or withdraw that.',
  isOtherOrganisationName: ({ name }: { name: string }) => `is not the name of your organisation: ${name}`,
  deletionIsAskedAlready: () => 'The deletion is asked for already.',
  deletionIsAsked: ({ name, days }: { name: string; days: number }, { figure }: Writing) =>
    `${name} will be deleted in ${figure(days)} days. Until then it works on, and any owner can withdraw. Owners and admins are told.`,
  deletionIsWithdrawn: ({ name }: { name: string }) => `${name} stays. Owners and admins are told.`,
  othersStockLiesHere: (found: PlacesOfStock, write: Writing) =>
    `Stock of others lies in your bays: ${placesOf(found, write, 'of')}. Move it out or hand it over first.`,
  ownStockLiesElsewhere: (found: PlacesOfStock, write: Writing) =>
    `Stock of yours lies with others: ${placesOf(found, write, 'with')}. Have it moved out or sold first.`,
  obstaclesAre: ({ all }: { all: Wording[] }, { sentences }: Writing) => sentences(all),
  deletionMailSubject: ({ organisation }: { organisation: string }) => `${organisation} is to be deleted`,
  deletionMailText: (
    { organisation, by, days, publicUrl }: DeletionMail & { days: number },
    { figure }: Writing,
  ) => `${by} wants ${organisation} deleted in Granary. In ${figure(days)} days its books, files and settings go, and nobody can bring them back.

Until then everything works on. Any owner can withdraw, and fetch an export of all:

${publicUrl === undefined ? 'Settings, Organisation, "Export of all" and "Delete the organisation".' : `${publicUrl}/settings/organisation`}
`,
  withdrawnMailSubject: ({ organisation }: { organisation: string }) => `${organisation} stays`,
  withdrawnMailText: ({ organisation, by }: DeletionMail) =>
    `${by} has withdrawn the deletion of ${organisation}. Nothing is deleted.
`,
  organisationIsDeleted: ({ name, auditHead }: { name: string; auditHead: string }) =>
    `${name} is deleted. The last head of its audit log was ${auditHead || 'none'}.`,
  confirmationIsOtherName: ({ name }: { name: string }) =>
    `Nothing is deleted. To delete it, type its name exactly: --confirm "${name}"`,
}
