import type { archives as english } from '../en/archives.ts'
import type { SameAs } from '../writing.ts'

export const archives: SameAs<typeof english> = {
  archiveIsOfOtherTables: ({ theirs, ours }) =>
    `L’archive vient de Granary ${theirs}, avec d’autres tables que celles d’ici (${ours}) : importez-la avec la version qui l’a faite, puis mettez à jour. Rien n’a été modifié.`,
  organisationIsHere: ({ name, id }) =>
    `${name} est déjà dans cette installation, sous l’identifiant ${id}. Rien n’a été modifié.`,
  isNoFileOfArchive: ({ name }) => `« ${name} » n’est pas un fichier d’archive. Rien n’a été modifié.`,
  archiveFiguresDiffer: () =>
    'Les stocks, les numéros ou le journal d’audit de l’archive ne sont plus ceux avec lesquels elle a été faite. Rien n’a été modifié.',
  archiveLogIsBroken: ({ sequence }) =>
    `La chaîne du journal d’audit de l’archive est rompue à l’entrée ${sequence}. Rien n’a été modifié.`,
  archiveHasOtherTables: () =>
    'Les tables de l’archive ne sont pas celles de cette installation. Rien n’a été modifié.',
  archiveHasUnknownPart: ({ part }) =>
    `L’archive contient « ${part} », qui n’y a pas sa place. Rien n’a été modifié.`,
  archiveHasRowsOfOther: ({ table }) =>
    `L’archive contient dans « ${table} » des lignes d’une autre organisation. Rien n’a été modifié.`,
  archiveLacksRows: ({ table }) =>
    `L’archive ne contient pas les lignes de « ${table} » qu’elle annonce. Rien n’a été modifié.`,
  fileIsNoArchive: () => 'Ce fichier n’est pas l’archive d’une organisation. Rien n’a été modifié.',
  archiveIsOfOtherForm: ({ theirs, ours }) =>
    `L’archive vient de Granary ${theirs}, sous une forme que cette version (${ours}) ne lit pas. Rien n’a été modifié.`,
  archiveIsNobodys: () => 'L’archive ne dit pas de quelle organisation elle est. Rien n’a été modifié.',
  summaryOfOrganisationExport: () =>
    'Écrit tout ce qu’a une organisation, fichiers compris, dans une archive.',
  helpOfOrganisationExport:
    () => `  <name or id>  l’organisation, par son identifiant (user list) ou par son nom entier
  --to <file>   où l’écrire ; rien de ce qui s’y trouve n’est écrasé
  --json        donne un objet JSON et rien d’autre

Elle montre un seul instant. Clés, webhooks, sessions et mots de passe n’y sont pas. Les autres organisations de ses registres deviennent des
partenaires, par leur nom ; leur propre stock ailleurs n’y est pas. Voir aussi : organisation import.`,
  summaryOfOrganisationImport: () => 'Importe une organisation depuis son archive, à côté de celles d’ici.',
  helpOfOrganisationImport:
    () => `  <file>   ce que \`organisation export\` a écrit, ou qu’un administrateur principal a téléchargé
  --json   donne un objet JSON et rien d’autre

Le fichier est d’abord vérifié en entier, et les stocks, les numéros et le journal d’audit sont comparés à la fin : si quelque chose ne va
pas, rien n’est modifié. Les identifiants restent, une organisation déjà présente est donc refusée. Les personnes sont reconnues à leur
adresse e-mail ; pour les nouvelles, créez un code avec \`user reset-code\`.`,
  summaryOfOrganisationDelete: () => 'Supprime aussitôt une organisation, avec tout ce qu’elle a.',
  helpOfOrganisationDelete:
    () => `  <name or id>      l’organisation, par son identifiant (user list) ou par son nom entier
  --confirm <name>  son nom encore une fois, exactement

Ses lignes et ses fichiers disparaissent pour toujours, sans délai ; écrivez d’abord un export. Les comptes de ses membres restent. Ceux qui
ont commercé avec elle gardent son nom. C’est refusé tant que du stock d’autrui est dans ses cellules, ou le sien chez d’autres.`,
}
