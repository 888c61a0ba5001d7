import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { channels } from './channels.ts'

export interface ShopCredentials {
  storeHash: string
  accessToken: string
  clientId: string
  clientSecret: string
  /** Storefront token by channel id. */
  storefrontTokens: Record<string, string>
}

const secret = (bytes: number): string => randomBytes(bytes).toString('hex')

/** Fresh, random credentials for a shop. */
export function newCredentials(): ShopCredentials {
  return {
    storeHash: secret(5),
    accessToken: secret(16),
    clientId: secret(16),
    clientSecret: secret(32),
    storefrontTokens: Object.fromEntries(channels.map(channel => [String(channel.id), secret(24)])),
  }
}

/** Reads the credentials kept in `file`; the first process to come writes them (readable by the owner alone). */
export async function keptCredentials(file: string): Promise<ShopCredentials> {
  await mkdir(dirname(file), { recursive: true })
  try {
    await writeFile(file, JSON.stringify(newCredentials(), null, 2), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return JSON.parse(await readFile(file, 'utf8')) as ShopCredentials
}
