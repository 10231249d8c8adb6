import type { Operation } from '../../http/operation.ts'
import { importOperations } from '../imports/imports.ts'
import { exportVarieties, varietiesImport } from './import-varieties.ts'

/** Parts of the process that an import of varieties needs. */
export interface VarietiesRoutes {
  /** Directory in which files arrive. */
  incoming: string
  /** Forgets at once what was kept of the lists before. */
  hearNotices: () => Promise<void>
}

/** The import of varieties below this path; both services have it. */
export function varietiesOperations(path: string, { incoming, hearNotices }: VarietiesRoutes): Operation[] {
  return importOperations({
    kind: varietiesImport,
    path,
    title: 'Import and overwrite commodity varieties',
    description:
      'From then on each grade that the file names has the varieties that the file gives it, and no others. All good rows of a file are stored at once. ' +
      'A row names a grade by country, commodity, type and grade. A grade without a variety gets an empty list.',
    what: 'varieties',
    permission: 'platform:admin',
    incoming,
    afterCommit: hearNotices,
    exportRows: (db) => exportVarieties(db),
  })
}
