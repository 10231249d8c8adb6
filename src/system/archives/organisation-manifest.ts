import type { AppliedMigration } from '../../db/baseline.ts'
import { granaryVersion } from '../../kernel/version.ts'
import { isId } from '../../kernel/ids.ts'
import { BackupRefused, type PartSum, type TableContents } from './manifest.ts'
import type { OrganisationFigures } from './organisation-figures.ts'
import { message } from '../../words/catalogue.ts'

export const ORGANISATION_FORMAT = 'granary-organisation'
export const ORGANISATION_FORMAT_VERSION = 1

/** The last part of an organisation's archive, which says what all of it is. */
export interface OrganisationManifest {
  format: typeof ORGANISATION_FORMAT
  formatVersion: number
  granaryVersion: string
  /** The moment that it shows, as ISO 8601 in UTC. */
  takenAt: string
  /** Which schema the rows have. */
  migrations: AppliedMigration[]
  organisation: { id: string; name: string }
  tables: TableContents[]
  figures: OrganisationFigures
  /** Other organisations that its books name: partners in the archive. */
  externalNames: { id: string; name: string }[]
  /** Ids of files whose bytes the store did not have, or not as they were. */
  missingFiles: string[]
  /** Everything before the manifest, in its order. */
  parts: PartSum[]
}

/**
 * The manifest of an organisation's archive.
 *
 * @throws BackupRefused for another kind of file, or one of a later format
 */
export function parseOrganisationManifest(text: string): OrganisationManifest {
  const manifest = parsed(text)
  if (manifest?.format !== ORGANISATION_FORMAT) throw new BackupRefused(message('fileIsNoArchive', {}))
  if (manifest.formatVersion !== ORGANISATION_FORMAT_VERSION)
    throw new BackupRefused(
      message('archiveIsOfOtherForm', { theirs: manifest.granaryVersion, ours: granaryVersion() }),
    )
  if (!isId(manifest.organisation?.id ?? '')) throw new BackupRefused(message('archiveIsNobodys', {}))
  return manifest
}

function parsed(text: string): OrganisationManifest | null {
  try {
    // Its checksum has been seen; its members are looked at where they are used.
    return JSON.parse(text) as OrganisationManifest | null
  } catch {
    return null
  }
}
