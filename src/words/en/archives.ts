// Why an archive of an organisation is not imported, and the help of its commands.

export const archives = {
  archiveIsOfOtherTables: ({ theirs, ours }: { theirs: string; ours: string }) =>
    `The archive was made by Granary ${theirs} with other tables than those of this one (${ours}): import it with the version that made it, and update then. Nothing was changed.`,
  organisationIsHere: ({ name, id }: { name: string; id: string }) =>
    `${name} is in this installation already, under the id ${id}. Nothing was changed.`,
  isNoFileOfArchive: ({ name }: { name: string }) =>
    `“${name}” is no file of an archive. Nothing was changed.`,
  archiveFiguresDiffer: () =>
    'The balances, numbers or audit log of the archive are not those that it was made with. Nothing was changed.',
  archiveLogIsBroken: ({ sequence }: { sequence: number }) =>
    `The audit log in the archive does not hold together at entry ${sequence}. Nothing was changed.`,
  archiveHasOtherTables: () =>
    'The tables of the archive are not those of this installation. Nothing was changed.',
  archiveHasUnknownPart: ({ part }: { part: string }) =>
    `The archive has “${part}”, which is no part of one. Nothing was changed.`,
  archiveHasRowsOfOther: ({ table }: { table: string }) =>
    `The archive has rows of another organisation in “${table}”. Nothing was changed.`,
  archiveLacksRows: ({ table }: { table: string }) =>
    `The archive does not have the rows of “${table}” that it says. Nothing was changed.`,
  fileIsNoArchive: () => 'This file is no archive of an organisation. Nothing was changed.',
  archiveIsOfOtherForm: ({ theirs, ours }: { theirs: string; ours: string }) =>
    `The archive was made by Granary ${theirs} in a form that this one (${ours}) does not read. Nothing was changed.`,
  archiveIsNobodys: () => 'The archive does not say whose it is. Nothing was changed.',
  summaryOfOrganisationExport: () => 'Write all that an organisation has, its files too, into one archive.',
  helpOfOrganisationExport:
    () => `  <name or id>  the organisation, by its id from user list, or by its whole name
  --to <file>   where to; what is there is never overwritten
  --json        print one JSON object and nothing else

It shows one moment. Keys, webhooks, sessions and passwords are not in it. Other organisations in its books become partners by their
names; their own stock elsewhere is not in it. See also: organisation import.`,
  summaryOfOrganisationImport: () => 'Bring in an organisation from its archive, beside those that are here.',
  helpOfOrganisationImport:
    () => `  <file>   what \`organisation export\` has written, or an owner has downloaded
  --json   print one JSON object and nothing else

The whole file is checked first, and balances, numbers and the audit log are compared at the end: whatever is wrong, nothing is
changed. It keeps its ids, so one that is here already is refused. People are found by their e-mail addresses; for those who are new, make
a code with \`user reset-code\`.`,
  summaryOfOrganisationDelete: () => 'Delete an organisation at once, with all that it has.',
  helpOfOrganisationDelete:
    () => `  <name or id>      the organisation, by its id from user list, or by its whole name
  --confirm <name>  its name once more, exactly

Its rows and files go, for good and without days of grace; write an export before. Accounts of its people stay. Others who traded with it keep
its name. It is refused while stock of others lies in its bays, or its own in bays of others.`,
}
