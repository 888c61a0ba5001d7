/** Where small things of this visitor may lie: this device, or this tab. */
export type StorageKind = 'local' | 'session'

/**
 * The one door to the browser's storage. Private windows and full disks may refuse: then nothing is kept and
 * nothing breaks. Throws 'Unknown store type' for any other kind (spec §8).
 */
export function openStorage(kind: StorageKind) {
  if (kind !== 'local' && kind !== 'session') throw new Error('Unknown store type')
  const place = () => (kind === 'local' ? window.localStorage : window.sessionStorage)
  return {
    read(key: string): string | null {
      return quietly(() => place().getItem(key)) ?? null
    },
    write(key: string, value: string): void {
      quietly(() => place().setItem(key, value))
    },
    remove(key: string): void {
      quietly(() => place().removeItem(key))
    },
  }
}

function quietly<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
