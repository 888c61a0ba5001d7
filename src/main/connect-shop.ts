import * as fs from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { z } from 'zod'
import { ConfigError } from '../server/config.ts'
import { settings } from '../server/settings.ts'
import { setUpStore } from '../shop/bigcommerce/setup/setup.ts'
import type { SetupFinding, StoreSetupRequest } from '../shop/bigcommerce/setup/setup-context.ts'

type Env = Record<string, string | undefined>

/** The settings needed to reach a store, and the question that the terminal asks for each. */
const questions = {
  SHOP_STORE_HASH: 'Store hash (the part after “stores/” in the API path)',
  SHOP_ACCESS_TOKEN: 'Access token of the API account',
  SHOP_CLIENT_ID: 'Client id of that account (empty: buyers arrive signed out)',
  SHOP_CLIENT_SECRET: 'Client secret of that account (empty: the same)',
  SITE_URL: 'Public address of the registry, such as https://registry.example',
}
const requiredSettings = ['SHOP_STORE_HASH', 'SHOP_ACCESS_TOKEN', 'SITE_URL'] as const

const { shape } = settings
const storeSettings = z.object({
  SHOP_STORE_HASH: z.string(),
  SHOP_ACCESS_TOKEN: z.string(),
  SHOP_CLIENT_ID: shape.SHOP_CLIENT_ID,
  SHOP_CLIENT_SECRET: shape.SHOP_CLIENT_SECRET,
  SHOP_WEBHOOK_SECRET: shape.SHOP_WEBHOOK_SECRET,
  SHOP_API_URL: shape.SHOP_API_URL,
  SHOP_GRAPHQL_URL: shape.SHOP_GRAPHQL_URL,
  SHOP_TOKEN_EN: shape.SHOP_TOKEN_EN,
  SHOP_TOKEN_EL: shape.SHOP_TOKEN_EL,
  SHOP_CHANNEL_EN: shape.SHOP_CHANNEL_EN,
  SHOP_CHANNEL_EL: shape.SHOP_CHANNEL_EL,
  SHOP_GIFT_CARD_PRODUCT: shape.SHOP_GIFT_CARD_PRODUCT,
  SHOP_GROUP_PRODUCT: shape.SHOP_GROUP_PRODUCT,
  SITE_URL: shape.SITE_URL.unwrap(),
})

/**
 * Makes a BigCommerce store ready for the registry, prints what is right and what is not, and writes the settings to
 * `.env` or the file of `--to=FILE`. With `--check` nothing is changed anywhere. True when nothing is wrong.
 */
export async function connectShopFromTerminal(
  env: Env,
  flags: string[],
  print = console.log,
): Promise<boolean> {
  const isCheck = flags.includes('--check')
  const file = resolve(flags.find(flag => flag.startsWith('--to='))?.slice('--to='.length) ?? '.env')
  const result = await setUpStore(parseSetupRequest(await askMissing(env)), { mayChange: !isCheck })
  print(formatFindings(result.findings))
  const isReady = result.findings.every(({ state }) => state !== 'wrong')
  if (!isCheck) {
    writeSettings(file, result.settings)
    print(`The settings are in ${file}.`)
  }
  print(isReady ? 'The store is ready.' : 'Not all is right; mend what is marked ✗ and run this again.')
  return isReady
}

/** Asks at the terminal for what is not set. Throws ConfigError where nobody can be asked. */
async function askMissing(env: Env): Promise<Env> {
  const settingsByKey = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const missing = requiredSettings.filter(key => !settingsByKey[key])
  if (missing.length === 0) return settingsByKey
  if (!process.stdin.isTTY) throw new ConfigError(missing.map(key => `${key} must be set.`).join('\n'))
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  for (const [key, question] of Object.entries(questions)) {
    if (!settingsByKey[key]) settingsByKey[key] = (await terminal.question(`${question}: `)).trim()
  }
  terminal.close()
  return Object.fromEntries(Object.entries(settingsByKey).filter(([, value]) => value))
}

function parseSetupRequest(env: Env): StoreSetupRequest {
  const { success, data, error } = storeSettings.safeParse(env)
  if (!success)
    throw new ConfigError(
      error.issues.map(issue => `${issue.path[0]?.toString()} ${issue.message}.`).join('\n'),
    )
  return {
    storeHash: data.SHOP_STORE_HASH,
    accessToken: data.SHOP_ACCESS_TOKEN,
    clientId: data.SHOP_CLIENT_ID,
    clientSecret: data.SHOP_CLIENT_SECRET,
    webhookSecret: data.SHOP_WEBHOOK_SECRET,
    apiUrl: data.SHOP_API_URL,
    graphqlUrl: data.SHOP_GRAPHQL_URL,
    siteUrl: data.SITE_URL,
    channels: { en: data.SHOP_CHANNEL_EN, el: data.SHOP_CHANNEL_EL },
    tokens: { en: data.SHOP_TOKEN_EN, el: data.SHOP_TOKEN_EL },
    groupProductId: data.SHOP_GROUP_PRODUCT,
    giftCardProductId: data.SHOP_GIFT_CARD_PRODUCT,
  }
}

const marks = { right: '✓', made: '+', wrong: '✗' }

/** A line for each finding: ✓ right, + made now, ✗ wrong. */
function formatFindings(findings: SetupFinding[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length))
  return findings.map(({ name, state, text }) => `${marks[state]} ${name.padEnd(width)}  ${text}`).join('\n')
}

/** Writes these settings into an env file, each on its former line; other lines stay. Only its owner may read it. */
function writeSettings(file: string, values: Record<string, string>): void {
  const oldLines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : []
  const remaining = new Map(Object.entries(values))
  const lines = oldLines.map(line => {
    const key = /^\s*(?:export\s+)?(\w+)\s*=/.exec(line)?.[1] ?? ''
    const value = remaining.get(key)
    remaining.delete(key)
    return value === undefined ? line : `${key}=${value}`
  })
  while (lines.at(-1) === '') lines.pop()
  const added = [...remaining].map(([key, value]) => `${key}=${value}`)
  fs.writeFileSync(file, `${[...lines, ...added].join('\n')}\n`, { mode: 0o600 })
}
