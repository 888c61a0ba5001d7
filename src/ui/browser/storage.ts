/** `local` lasts on this device, `session` as long as this tab. */
export type StorageKind = 'local' | 'session'

/**
 * The browser's storage. Where it refuses (private windows, full disks), nothing is stored and reading returns null.
 * Throws 'Unknown store type' for any other kind (R815).
 */
export function openStorage(kind: StorageKind) {
  if (kind !== 'local' && kind !== 'session') throw new Error('Unknown store type')
  const storage = () => (kind === 'local' ? window.localStorage : window.sessionStorage)
  return {
    read(key: string): string | null {
      return orUndefined(() => storage().getItem(key)) ?? null
    },
    write(key: string, value: string): void {
      orUndefined(() => storage().setItem(key, value))
    },
    remove(key: string): void {
      orUndefined(() => storage().removeItem(key))
    },
  }
}

function orUndefined<T>(access: () => T): T | undefined {
  try {
    return access()
  } catch {
    return undefined
  }
}
