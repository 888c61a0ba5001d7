/** `local` lasts on this device, `session` as long as this tab. */
type StorageKind = 'local' | 'session'

/**
 * The browser's storage, which nothing else touches. Where it refuses (private windows, in-app browsers, full disks),
 * nothing is stored, which `write` returns, and reading returns null.
 * Throws 'Unknown store type' for any other kind (R815).
 */
export function openStorage(kind: StorageKind) {
  if (kind !== 'local' && kind !== 'session') throw new Error('Unknown store type')
  const storage = () => (kind === 'local' ? window.localStorage : window.sessionStorage)
  return {
    read(key: string): string | null {
      return orUndefined(() => storage().getItem(key)) ?? null
    },
    /** Whether it is kept. */
    write(key: string, value: string): boolean {
      return (
        orUndefined(() => {
          storage().setItem(key, value)
          return storage().getItem(key) === value
        }) ?? false
      )
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

/**
 * The same as texts, for scripts of the document's head, which run before any module: `read` makes an expression, `write`
 * a statement of the expression `value`.
 */
export const inlineStorage = {
  read: (key: string) => `(() => { try { return localStorage.getItem("${key}") } catch {} })()`,
  write: (key: string, value: string) => `try { localStorage.setItem("${key}", ${value}) } catch {}`,
}
