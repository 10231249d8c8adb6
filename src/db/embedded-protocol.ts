/** Settings that the embedded database's thread starts with. */
export interface EmbeddedSettings {
  /** Folder of the files; undefined means everything stays in memory. */
  directory: string | undefined
  /** True to have a commit wait until the disk has it. */
  durable: boolean
  /** A dump to start from instead of an empty database; only in memory. */
  loadFrom: string | undefined
}

/** To the thread: wire protocol messages to execute, or an errand. Answered in the order they were sent. */
export type Request =
  | { kind: 'wire'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'dump' }
  | { kind: 'copy'; to: string }
  | { kind: 'close' }

/** From the thread: `ready` once, then for every request any number of `bytes` and one `done` with the last of them. */
export type Answer =
  | { kind: 'ready' }
  | { kind: 'bytes'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'done'; syncs: number; bytes: Uint8Array<ArrayBuffer> | undefined }

/** The thread's exit codes for: the disk refused, and the database engine gave itself up. */
export const DISK_FAILED = 74
export const ENGINE_FAILED = 70
