import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { z } from 'zod'
import { ConfigError, readConfig } from '../server/config.ts'
import { settings } from '../server/settings.ts'
import { hostsDeliveryMethodsOf, shopConnectionFrom } from '../shop/bigcommerce/connection.ts'
import { SampleBox } from '../shop/bigcommerce/setup/samples.ts'
import { listScopes } from '../shop/bigcommerce/setup/scopes.ts'
import { setUpStore } from '../shop/bigcommerce/setup/setup.ts'
import type { SetupFinding, StoreSetupRequest } from '../shop/bigcommerce/setup/setup-context.ts'
import { tryStore } from '../shop/bigcommerce/setup/smoke.ts'
import { readEnvFile, writeEnvFile } from './env-file.ts'

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
  SHOP_STOREFRONT_URL: shape.SHOP_STOREFRONT_URL,
  SHOP_STOREFRONT_URL_EN: shape.SHOP_STOREFRONT_URL_EN,
  SHOP_STOREFRONT_URL_EL: shape.SHOP_STOREFRONT_URL_EL,
  SHOP_CHECKOUT_ORIGINS: shape.SHOP_CHECKOUT_ORIGINS,
  SHOP_CHANNEL_EN: shape.SHOP_CHANNEL_EN,
  SHOP_CHANNEL_EL: shape.SHOP_CHANNEL_EL,
  SHOP_GIFT_CARD_PRODUCT: shape.SHOP_GIFT_CARD_PRODUCT,
  SHOP_GROUP_PRODUCT: shape.SHOP_GROUP_PRODUCT,
  SHOP_GROUP_TAX_CLASS: shape.SHOP_GROUP_TAX_CLASS,
  SHOP_HOSTS_DELIVERY: shape.SHOP_HOSTS_DELIVERY,
  SHOP_HOSTS_DELIVERY_EN: shape.SHOP_HOSTS_DELIVERY_EN,
  SHOP_HOSTS_DELIVERY_EL: shape.SHOP_HOSTS_DELIVERY_EL,
  TAX_RATES_URL: shape.TAX_RATES_URL,
  TAX_RATES_AUTHORIZATION: shape.TAX_RATES_AUTHORIZATION,
  SITE_URL: shape.SITE_URL.unwrap(),
})

/** How the terminal is written to, and what is to be done when the program is interrupted. */
export interface TerminalOptions {
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
  const known = isCheck ? { ...readEnvFile(file), ...env } : withFoundSettings(env, file, print)
  const request = parseSetupRequest(await askMissing(known, print))
  const result = await setUpStore(request, { mayChange: !isCheck, box })
  print(formatFindings(result.findings))
  const isReady = result.findings.every(({ state }) => state !== 'wrong')
  if (!isCheck && result.areSettingsGood) {
    writeEnvFile(file, result.settings)
    print(`The settings are in ${file}.`)
  } else if (!isCheck)
    print('Nothing was written down, because the store did not answer or did not take the access token.')
  print(isReady ? 'The store is ready.' : 'Not all is right; mend what is marked ✗ and run this again.')
  return isReady
}

/** Settings that are not empty: an empty value is as good as none. */
const known = (env: Env): Env => Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))

/** What a former run found or made, which is not to be made again. */
const foundSettings = [
  'SHOP_WEBHOOK_SECRET',
  'SHOP_TOKEN_EN',
  'SHOP_TOKEN_EL',
  'SHOP_GROUP_PRODUCT',
  'SHOP_GIFT_CARD_PRODUCT',
]

/** The environment, and of the file what a former run has written; a secret is never replaced silently. */
function withFoundSettings(env: Env, file: string, print: (text: string) => void): Env {
  const former = known(readEnvFile(file))
  const isSameStore = [undefined, env.SHOP_STORE_HASH].includes(former.SHOP_STORE_HASH)
  const found = foundSettings.filter(() => isSameStore).map(key => [key, former[key]] as const)
  const secret = former.SHOP_WEBHOOK_SECRET
  if (isSameStore && secret && env.SHOP_WEBHOOK_SECRET && secret !== env.SHOP_WEBHOOK_SECRET)
    print(`SHOP_WEBHOOK_SECRET of the environment is used; ${file} had another one.`)
  return { ...known(Object.fromEntries(found)), ...env }
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
    channels: { en: data.SHOP_CHANNEL_EN, el: data.SHOP_CHANNEL_EL },
    tokens: { en: data.SHOP_TOKEN_EN, el: data.SHOP_TOKEN_EL },
    storefrontUrls: {
      en: data.SHOP_STOREFRONT_URL_EN ?? data.SHOP_STOREFRONT_URL,
      el: data.SHOP_STOREFRONT_URL_EL ?? data.SHOP_STOREFRONT_URL,
    },
    checkoutOrigins: data.SHOP_CHECKOUT_ORIGINS,
    groupProductId: data.SHOP_GROUP_PRODUCT,
    giftCardProductId: data.SHOP_GIFT_CARD_PRODUCT,
    groupTaxClass: data.SHOP_GROUP_TAX_CLASS,
    hostsDeliveryMethods: hostsDeliveryMethodsOf(data),
    ...(data.TAX_RATES_URL &&
      data.TAX_RATES_AUTHORIZATION && {
        taxRates: { url: data.TAX_RATES_URL, authorization: data.TAX_RATES_AUTHORIZATION },
      }),
  }
}

const marks = { right: '✓', made: '+', wrong: '✗', unproved: '?' }

/** A line for each finding: ✓ right, + made now, ✗ wrong, ? not proved. */
function formatFindings(findings: SetupFinding[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length))
  return findings.map(({ name, state, text }) => `${marks[state]} ${name.padEnd(width)}  ${text}`).join('\n')
}
