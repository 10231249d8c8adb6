/**
 * What the program that made a dump, or brought it to its schema, called its ledger in `doctor`'s words: whatever comes after makes no other
 * one of it. That of 0074-upgraded is the same since 0035.
 */
export const LEDGERS: Record<string, string> = {
  '0074': 'fd325f06014f0d7f59f9ed95020e2e1f33d19acf7ab3d1a01e1c9007d02cafbf',
  '0074-upgraded': 'a5e0b053047deb48ce92caabd2073d3396a95bc0d96ffe5bb27abc0f561dc244',
}
