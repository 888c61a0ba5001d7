import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { channels } from './channels.ts'

/** The keys of the shop's API, as the platform gives them to a merchant. */
export interface ShopCredentials {
  storeHash: string
  accessToken: string
  clientId: string
  clientSecret: string
  /** Storefront token by channel id. */
  storefrontTokens: Record<string, string>
}

const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex')

export function generateCredentials(): ShopCredentials {
  return {
    storeHash: randomHex(5),
    accessToken: randomHex(16),
    clientId: randomHex(16),
    clientSecret: randomHex(32),
    storefrontTokens: Object.fromEntries(channels.map(channel => [String(channel.id), randomHex(24)])),
  }
}

/** Reads the credentials in `file`; the first process writes them, readable by its user alone. */
export async function loadCredentials(file: string): Promise<ShopCredentials> {
  await mkdir(dirname(file), { recursive: true })
  try {
    await writeFile(file, JSON.stringify(generateCredentials(), null, 2), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return JSON.parse(await readFile(file, 'utf8')) as ShopCredentials
}
