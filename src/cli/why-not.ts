const WORDS: Record<string, string> = {
  EACCES: 'this account may not',
  EEXIST: 'it is a file',
  EISDIR: 'it is a folder',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'its path leads through a file',
  EPERM: 'this account may not',
  EROFS: 'the disk takes no writes',
}

/** Why a file cannot be read or written, for the person who named it; other errors in the system's own words. */
export function whyNot(error: Error): string {
  return ('code' in error && WORDS[String(error.code)]) || error.message
}
