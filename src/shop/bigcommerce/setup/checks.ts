import {
  buildClientSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  NoDeprecatedCustomRule,
  parse,
  validate,
} from 'graphql'
import { z } from 'zod'
import { defaultLanguage } from '../../../base/language.ts'
import { trimEndOf } from '../../../base/text.ts'
import { ShopFailure } from '../../port.ts'
import * as graphqlDocuments from '../graphql-documents.ts'
import { getJson, getOne } from '../rest-client.ts'
import { fetchTaxFacts, findTaxClass, type TaxFacts } from '../tax.ts'
import { channelSiteSchema, checkoutOriginsOf, parseReply, shopCurrency } from '../wire.ts'
import {
  describeFailure,
  queryChannel,
  reportCorrect,
  reportWrong,
  runSetupStep,
  type SetupContext,
  type StoreChannel,
  storeChannels,
} from './setup-context.ts'

const storeSchema = z.object({
  name: z.string(),
  currency: z.string(),
  is_price_entered_with_tax: z.boolean(),
})
const timeSchema = z.object({ time: z.number() })

/** The platform accepts a sign-in link for 30 seconds only. */
const maxClockDifference = 15

/** Checks the store and the clock; false when the store does not answer us, so that nothing else can be said of it. */
export async function checkStore(ctx: SetupContext): Promise<boolean> {
  try {
    const store = await getJson(ctx.rest, storeSchema, '/v2/store')
    reportCorrect(ctx, 'store', `${store.name} (${ctx.request.storeHash})`)
    const entered = store.is_price_entered_with_tax ? 'including' : 'without'
    reportCorrect(ctx, 'prices', `are entered ${entered} tax; guests see and pay them with tax`)
  } catch (error) {
    if (!(error instanceof ShopFailure)) throw error
    reportWrong(ctx, 'store', describeFailure(error))
    // A token that only lacks this scope is still good for the other checks.
    return error.kind === 'auth' && !ctx.isTokenRefused
  }
  await runSetupStep(ctx, 'clock', () => checkClock(ctx))
  return true
}

async function checkClock(ctx: SetupContext): Promise<void> {
  const difference = Math.round(
    (await getJson(ctx.rest, timeSchema, '/v2/time')).time - ctx.now.getTime() / 1000,
  )
  if (Math.abs(difference) <= maxClockDifference) reportCorrect(ctx, 'clock', 'agrees with the store')
  else
    reportWrong(
      ctx,
      'clock',
      `${Math.abs(difference)} seconds apart from the store; sign-in links would not work`,
    )
}

const channelSchema = z.object({
  data: z.object({ name: z.string(), type: z.string(), status: z.string() }),
})
const currenciesSchema = z.object({
  data: z.object({ enabled_currencies: z.array(z.string()), default_currency: z.string() }),
})

/**
 * Checks that each channel is an active storefront in euro, and finds out where it and its checkout are. False when one of
 * them can't be paid in euro: then the store can't be used at all (R1330).
 */
export async function checkChannels(ctx: SetupContext): Promise<boolean> {
  let isPaidInEuro = true
  for (const channel of storeChannels(ctx)) {
    const name = `channel ${channel.id}`
    await runSetupStep(ctx, name, async () => {
      const { data } = await getOne(ctx.rest, channelSchema, `/v3/channels/${channel.id}`)
      if (data.type !== 'storefront') return reportWrong(ctx, name, `is no storefront but ${data.type}`)
      if (data.status !== 'active') return reportWrong(ctx, name, `“${data.name}” is ${data.status}`)
      reportCorrect(ctx, name, `“${data.name}”, for ${channel.languages.join(' and ')}`)
    })
    const hasEuro = await runSetupStep(ctx, `${name}: currency`, () => checkCurrency(ctx, channel.id))
    if (hasEuro === false) isPaidInEuro = false
    await runSetupStep(ctx, `${name}: site`, () => checkSite(ctx, channel))
  }
  return isPaidInEuro
}

/** Whether the channel's orders can be paid in euro; only transactional currencies are assigned to a channel. */
async function checkCurrency(ctx: SetupContext, id: number): Promise<boolean> {
  const { data } = await getJson(ctx.rest, currenciesSchema, `/v3/channels/${id}/currency-assignments`)
  const name = `channel ${id}: currency`
  const { default_currency: first, enabled_currencies: all } = data
  if (!all.includes(shopCurrency) && first !== shopCurrency) {
    const remedy = `make ${shopCurrency} a transactional currency, assign it to the channel as its default, and run this again`
    reportWrong(ctx, name, `orders can't be paid in ${shopCurrency}, only in ${all.join(', ')}; ${remedy}`)
    return false
  }
  if (first === shopCurrency) reportCorrect(ctx, name, shopCurrency)
  else reportWrong(ctx, name, `is ${first}; make ${shopCurrency} the channel's currency`)
  return true
}

async function checkSite(ctx: SetupContext, channel: StoreChannel): Promise<void> {
  const name = `channel ${channel.id}: site`
  const { data } = await getJson(ctx.rest, channelSiteSchema, `/v3/channels/${channel.id}/site`)
  const url = trimEndOf(data.url, '/')
  for (const language of channel.languages) ctx.channels[language].url = url
  const others = channel.languages.filter(language => (ctx.request.storefrontUrls?.[language] ?? url) !== url)
  // A run that may change something writes the settings anew, so that a difference is no fault.
  if (others.length > 0 && !ctx.mayChange)
    return reportWrong(ctx, name, `is ${url}, but the settings have another one for ${others.join(' and ')}`)
  reportCorrect(ctx, name, url)
  const checkouts = checkoutOriginsOf(data)
  listCheckouts(
    ctx,
    name,
    checkouts.filter(origin => origin !== new URL(url).origin),
  )
}

/** Lists checkouts that are on another origin than their storefront; the shop's guests are sent to no others (R425). */
function listCheckouts(ctx: SetupContext, name: string, checkouts: string[]): void {
  const listed = ctx.settings.SHOP_CHECKOUT_ORIGINS?.split(',') ?? ctx.request.checkoutOrigins ?? []
  const missing = checkouts.filter(origin => !listed.includes(origin))
  if (missing.length === 0) return
  const found = `has its checkout at ${missing.join(', ')}`
  if (!ctx.mayChange) {
    reportWrong(ctx, name, `${found}; add it to SHOP_CHECKOUT_ORIGINS`)
    return
  }
  reportCorrect(ctx, name, found)
  ctx.settings.SHOP_CHECKOUT_ORIGINS = [...listed, ...missing].join(',')
}

/** The tax classes of the products that we need; null, reported as wrong, for one that the store doesn't have. */
interface ProductTaxClasses {
  /** Of contributions: free of tax, or the one of the setting (R416). */
  group: number | null
  /** Of gift cards, which are taxed when they are used. */
  giftCard: number | null
}

/** Finds these classes. Whether prices are entered with tax or without is the merchant's, and right either way. */
export async function checkTaxClasses(ctx: SetupContext): Promise<ProductTaxClasses> {
  const facts = await fetchTaxFacts(ctx.request, ctx.rest, ctx.http)
  const giftCard = findZeroRatedClass(ctx, facts)
  const { groupTaxClass } = ctx.request
  return { group: groupTaxClass ? findGroupClass(ctx, facts, groupTaxClass) : giftCard, giftCard }
}

function findZeroRatedClass(ctx: SetupContext, { classes }: TaxFacts): number | null {
  const taxClass = classes.find(({ factor }) => factor === 1)
  if (taxClass === undefined) {
    reportWrong(ctx, 'tax', 'no class has a rate of 0 %; make one, “Zero rated”, in the tax settings')
    return null
  }
  reportCorrect(ctx, 'tax', `class ${taxClass.id}, “${taxClass.name}”, has a rate of 0 %`)
  return taxClass.id
}

function findGroupClass(ctx: SetupContext, facts: TaxFacts, idOrName: string): number | null {
  const name = 'tax of group gifts'
  const taxClass = findTaxClass(facts, idOrName)
  if (taxClass === undefined) {
    const known = facts.classes.map(one => `“${one.name}”`).join(', ')
    reportWrong(ctx, name, `SHOP_GROUP_TAX_CLASS is “${idOrName}”, but the store has ${known}`)
    return null
  }
  if (taxClass.factor === null) {
    reportWrong(ctx, name, `class “${taxClass.name}” has no rate where the store is`)
    return null
  }
  const percent = Number(((taxClass.factor - 1) * 100).toFixed(2))
  reportCorrect(ctx, name, `class ${taxClass.id}, “${taxClass.name}”, has a rate of ${percent} %`)
  return taxClass.id
}

const localesSchema = z.object({
  data: z.object({
    site: z.object({
      settings: z
        .object({ locales: z.array(z.object({ code: z.string(), isDefault: z.boolean() })) })
        .nullable(),
    }),
  }),
})

/** Checks that a channel for both languages has them; without one its texts would come in the first language, unnoticed. */
export async function checkLocales(ctx: SetupContext, tokens: Map<number, string>): Promise<void> {
  for (const { id, languages } of storeChannels(ctx)) {
    const token = tokens.get(id)
    if (languages.length === 1 || token === undefined) continue
    const name = `channel ${id}: languages`
    await runSetupStep(ctx, name, async () => {
      const reply = await queryChannel(ctx, id, token, graphqlDocuments.localesQuery)
      const { data } = parseReply(localesSchema, reply, 'Locales')
      const locales = data.site.settings?.locales ?? []
      const codes = locales.map(({ code }) => code)
      // What is asked for in another language comes in the default one.
      const missing = languages.filter(language => language !== defaultLanguage && !codes.includes(language))
      if (missing.length === 0) return reportCorrect(ctx, name, codes.join(', '))
      reportWrong(
        ctx,
        name,
        `has no texts in ${missing.join(', ')}; add the language in the store's settings`,
      )
    })
  }
}

const introspectionSchema = z.object({
  data: z.custom<IntrospectionQuery>(value => typeof value === 'object' && value !== null),
})

/** Validates every document of the connector against the store's own schema. */
export async function checkSchema(ctx: SetupContext, channel: number, token: string): Promise<void> {
  const reply = await queryChannel(ctx, channel, token, getIntrospectionQuery({ descriptions: false }))
  const schema = toGraphqlSchema(parseReply(introspectionSchema, reply, 'introspection').data)
  const documents = Object.entries(graphqlDocuments)
  const findingsBefore = ctx.findings.length
  for (const [exportName, document] of documents) {
    const name = `query ${exportName.replace(/Query$/, '')}`
    const parsed = parse(document)
    for (const { message } of validate(schema, parsed)) reportWrong(ctx, name, message)
    for (const { message } of validate(schema, parsed, [NoDeprecatedCustomRule]))
      reportWrong(ctx, name, message)
  }
  if (ctx.findings.length === findingsBefore)
    reportCorrect(ctx, 'schema', `all ${documents.length} queries fit the store's schema`)
}

function toGraphqlSchema(introspection: IntrospectionQuery): GraphQLSchema {
  try {
    return buildClientSchema(introspection)
  } catch (cause) {
    throw new ShopFailure('shape', 'the store answers no schema', { cause })
  }
}
