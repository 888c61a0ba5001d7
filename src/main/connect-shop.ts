import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { z } from 'zod'
import { mapEachLanguage } from '../base/language.ts'
import { ConfigError, readConfig } from '../server/config.ts'
import { settings } from '../server/settings.ts'
import { shopConnectionFrom } from '../shop/bigcommerce/connection.ts'
import { SampleBox } from '../shop/bigcommerce/setup/samples.ts'
import { listScopes } from '../shop/bigcommerce/setup/scopes.ts'
import { setUpStore } from '../shop/bigcommerce/setup/setup.ts'
import type { SetupFinding, StoreSetupRequest } from '../shop/bigcommerce/setup/setup-context.ts'
import { tryStore } from '../shop/bigcommerce/setup/smoke.ts'
import { formatChannels } from '../shop/port-store.ts'
import { readEnvFile, writeEnvFile } from './environment.ts'

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
  SHOP_CHANNELS: shape.SHOP_CHANNELS,
  SHOP_PRODUCTS: shape.SHOP_PRODUCTS,
  SHOP_CHECKOUT_ORIGINS: shape.SHOP_CHECKOUT_ORIGINS,
  SHOP_GROUP_TAX_CLASS: shape.SHOP_GROUP_TAX_CLASS,
  TAX_RATES: shape.TAX_RATES,
  SITE_URL: shape.SITE_URL.unwrap(),
})

/** How the terminal is written to, and what is to be done when the program is interrupted. */
interface TerminalOptions {
  print?: (text: string) => void
  onStop?: (stop: () => Promise<unknown>) => void
}

/**
 * Makes a BigCommerce store ready for the registry, prints what is right and what is not, and writes the settings to
 * `.env` or the file of `--to=FILE`. With `--check` nothing is changed anywhere; with `--smoke` the settings are tried
 * out. True when nothing is wrong.
 */
export async function connectShopFromTerminal(
  env: Env,
  flags: string[],
  { print = console.log, onStop = () => {} }: TerminalOptions = {},
): Promise<boolean> {
  const box = new SampleBox()
  let isEnded = false
  onStop(async () => {
    for (const name of await box.close()) print(`✗ left behind  ${name}; remove it by hand`)
    if (!isEnded) print('Stopped before the end. Run it again: what is there is found, and not made twice.')
  })
  const file = resolve(flags.find(flag => flag.startsWith('--to='))?.slice('--to='.length) ?? '.env')
  const isCheck = flags.includes('--check')
  const isWell = flags.includes('--smoke')
    ? await tryFromTerminal({ ...readEnvFile(file), ...known(env) }, box, print)
    : await setUpFromTerminal(known(env), { file, isCheck, box, print })
  isEnded = true
  return isWell
}

interface SetUpFromTerminalOptions {
  file: string
  isCheck: boolean
  box: SampleBox
  print: (text: string) => void
}

async function setUpFromTerminal(
  env: Env,
  { file, isCheck, box, print }: SetUpFromTerminalOptions,
): Promise<boolean> {
  const request = parseSetupRequest(await askMissing(withFormerSettings(env, file, print), print))
  const result = await setUpStore(request, { mayChange: !isCheck, box })
  print(formatFindings(result.findings))
  const isReady = result.findings.every(({ state }) => state !== 'wrong')
  if (!isCheck && result.areSettingsGood) {
    writeEnvFile(file, result.settings)
    print(`The settings are in ${file}.`)
  } else if (!isCheck)
    print(
      'Nothing was written down, because the store did not answer, did not take the access token, or has no euro.',
    )
  print(isReady ? 'The store is ready.' : 'Not all is right; mend what is marked ✗ and run this again.')
  return isReady
}

/** Settings that are not empty: an empty value is as good as none. */
const known = (env: Env): Env => Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))

/** The environment, and what it lacks of the file, unless that is another store's; a secret is never replaced silently. */
function withFormerSettings(env: Env, file: string, print: (text: string) => void): Env {
  const former = known(readEnvFile(file))
  const storeHash = former.SHOP_STORE_HASH
  if (storeHash && env.SHOP_STORE_HASH && storeHash !== env.SHOP_STORE_HASH) return env
  const secret = former.SHOP_WEBHOOK_SECRET
  if (secret && env.SHOP_WEBHOOK_SECRET && secret !== env.SHOP_WEBHOOK_SECRET)
    print(`SHOP_WEBHOOK_SECRET of the environment is used; ${file} had another one.`)
  return { ...former, ...env, ...withFoundTokens(env, former) }
}

/** Channels of the environment that have no token, with those of the file that they had. */
function withFoundTokens(env: Env, former: Env): Env {
  const [given, known] = [env, former].map(one => shape.SHOP_CHANNELS.safeParse(one.SHOP_CHANNELS).data)
  if (!env.SHOP_CHANNELS || !given || !known) return {}
  const channels = mapEachLanguage(language => {
    const token = Object.values(known).find(one => one.id === given[language].id)?.token
    return { ...given[language], token: given[language].token ?? token }
  })
  return { SHOP_CHANNELS: formatChannels(channels) }
}

/** Makes, looks at and removes one of everything in the store of the settings; prints what was seen. */
async function tryFromTerminal(env: Env, box: SampleBox, print: (text: string) => void): Promise<boolean> {
  if (!env.SHOP_STORE_HASH)
    throw new ConfigError(
      'No store is configured: run `npm run shop:connect` first, then this with the settings that it wrote.',
    )
  const config = readConfig(env)
  const connection = shopConnectionFrom(config)
  if (!connection) throw new ConfigError('No store is configured.')
  print(`Trying the store ${config.SHOP_STORE_HASH}: what is made is removed again.`)
  const findings = await tryStore(connection, { siteUrl: config.SITE_URL, box })
  print(formatFindings(findings))
  const isWell = findings.every(({ state }) => state !== 'wrong')
  print(isWell ? 'All of it works.' : 'Not all of it works; see what is marked ✗.')
  return isWell
}

/** Asks at the terminal for what is not set. Throws ConfigError where nobody can be asked. */
async function askMissing(env: Env, print: (text: string) => void): Promise<Env> {
  const settingsByKey = { ...env }
  const missing = requiredSettings.filter(key => !settingsByKey[key])
  if (missing.length === 0) return settingsByKey
  if (!process.stdin.isTTY) throw new ConfigError(missing.map(key => `${key} must be set.`).join('\n'))
  print(`The API account of the store needs these scopes:\n${listScopes()}`)
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
    channels: mapEachLanguage(language => data.SHOP_CHANNELS[language].id),
    tokens: mapEachLanguage(language => data.SHOP_CHANNELS[language].token),
    storefrontUrls: mapEachLanguage(language => data.SHOP_CHANNELS[language].url),
    checkoutOrigins: data.SHOP_CHECKOUT_ORIGINS,
    groupProductId: data.SHOP_PRODUCTS.groupProductId,
    giftCardProductId: data.SHOP_PRODUCTS.card,
    madeGiftCardId: data.SHOP_PRODUCTS.made,
    groupTaxClass: data.SHOP_GROUP_TAX_CLASS,
    hostsDeliveryMethods: mapEachLanguage(language => data.SHOP_CHANNELS[language].delivery),
    ...(data.TAX_RATES?.authorization && {
      taxRates: { url: data.TAX_RATES.url, authorization: data.TAX_RATES.authorization },
    }),
  }
}

const marks = { right: '✓', made: '+', wrong: '✗', unproved: '?' }

/** A line for each finding: ✓ right, + made now, ✗ wrong, ? not proved. */
function formatFindings(findings: SetupFinding[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length))
  return findings.map(({ name, state, text }) => `${marks[state]} ${name.padEnd(width)}  ${text}`).join('\n')
}
