import { ShopFailure } from '../../port.ts'
import { getOne, type RestClient } from '../rest-client.ts'
import * as wire from '../wire.ts'
import { reportCorrect, reportWrong, type SetupContext } from './setup-context.ts'

/** A scope that the API account needs, by its name in the control panel. */
export interface StoreScope {
  name: string
  level: 'read-only' | 'modify' | 'login' | 'manage'
  why: string
  /** The calls that need it, by their paths. */
  calls: RegExp
  /** A path that shows whether it may be read, without showing anything else. */
  look?: string
}

/** Any order: one that is missing proves the scope as well. */
const noOrder = 1
const noId = '00000000-0000-4000-8000-000000000000'

/** All that we ask for; the run-book's list and the calls of the connector are compared with it. */
export const storeScopes: StoreScope[] = [
  {
    name: 'Information & settings',
    level: 'read-only',
    why: 'currency, taxes and the clock',
    calls: /^\/(v2\/(store|time|tax_classes)|v3\/(tax|settings))\b/,
    look: '/v2/store',
  },
  {
    name: 'Channel settings',
    level: 'read-only',
    why: 'the channels and their currency',
    calls: /^\/v3\/channels(?!\/[^/]+\/site)/,
    look: '/v3/channels?limit=1',
  },
  {
    name: 'Sites & routes',
    level: 'read-only',
    why: 'the addresses of the channels',
    calls: /^\/v3\/(channels\/[^/]+\/site|sites)\b/,
    look: '/v3/channels/{channel}/site',
  },
  {
    name: 'Products',
    level: 'modify',
    why: 'what changed in the catalogue, and the products that contributions and gift cards are ordered as',
    calls: /^\/v3\/catalog\//,
    look: '/v3/catalog/products?limit=1',
  },
  {
    name: 'Orders',
    level: 'modify',
    why: 'orders, refunds, notes for staff, and orders placed for hosts',
    calls: /^\/v[23]\/orders\b(?!\/[^/]+\/transactions)/,
    look: '/v2/orders?limit=1',
  },
  {
    name: 'Order transactions',
    level: 'read-only',
    why: 'what came off gift certificates, and what was captured',
    calls: /^\/v3\/orders\/[^/]+\/transactions\b/,
    look: `/v3/orders/${noOrder}/transactions`,
  },
  {
    name: 'Carts',
    level: 'modify',
    why: 'the guest’s cart',
    calls: /^\/v3\/carts\b/,
    look: `/v3/carts/${noId}`,
  },
  {
    name: 'Checkouts',
    level: 'modify',
    why: 'the quote that proves the delivery to the hosts',
    calls: /^\/v3\/checkouts\b/,
    look: `/v3/checkouts/${noId}`,
  },
  {
    name: 'Customers',
    level: 'modify',
    why: 'customers, their passwords, and the newsletter',
    calls: /^\/v3\/customers\b/,
    look: '/v3/customers?limit=1',
  },
  { name: 'Customers login', level: 'login', why: 'buyers arrive signed in', calls: /^\/login\/token\// },
  {
    name: 'Marketing',
    level: 'modify',
    why: 'gift certificates',
    calls: /^\/v2\/gift_certificates\b/,
    look: '/v2/gift_certificates?limit=1',
  },
  {
    name: 'Content',
    level: 'modify',
    why: 'the script that leads givers back after paying',
    calls: /^\/v3\/content\/scripts\b/,
    look: '/v3/content/scripts?limit=1',
  },
  {
    name: 'Storefront API tokens',
    level: 'manage',
    why: 'tokens for the catalogue, made and renewed',
    calls: /^\/v3\/storefront\//,
  },
]

export const labelOf = ({ name, level }: StoreScope) => `${name}: ${level}`

/** The list as the terminal shows it, before it asks for the access token. */
export const listScopes = () => storeScopes.map(scope => `  ${labelOf(scope)} (${scope.why})`).join('\n')

/** A client whose refusals say in plain words what is missing; `onBadToken` is called for a refused access token. */
export function withNamedRefusals(rest: RestClient, onBadToken: () => void): RestClient {
  return (schema, call) =>
    rest(schema, call).catch((error: unknown) => {
      if (error instanceof ShopFailure && error.status === 401) onBadToken()
      throw error instanceof ShopFailure ? nameRefusal(error) : error
    })
}

/** A failure for want of rights in plain words: the token itself (401), or a scope of it (403). Others stay as they are. */
export function nameRefusal(error: ShopFailure): ShopFailure {
  if (error.kind !== 'auth') return error
  return new ShopFailure('auth', describeRefusal(error), { status: error.status ?? 403 })
}

function describeRefusal({ status, message }: ShopFailure): string {
  const [, path] = /\/stores\/[\w-]+(\/v[23]\/\S*)/.exec(message) ?? []
  if (status === 401)
    return path === undefined
      ? 'the storefront token is wrong, has ended or was revoked; run this without --smoke to make another one'
      : 'the access token is wrong, was deleted, or belongs to another store; copy it anew, or make another API account'
  const scope = storeScopes.find(({ calls }) => path !== undefined && calls.test(path))
  return scope
    ? `the scope “${labelOf(scope)}” is not ticked`
    : `the API account may not do this (${message})`
}

/** Looks at what each scope lets us read; answers those that can be read and are for more than reading. */
export async function checkScopes(ctx: SetupContext): Promise<StoreScope[]> {
  const further: StoreScope[] = []
  for (const scope of storeScopes) {
    const isRead = scope.look === undefined || (await mayRead(ctx, scope, scope.look))
    if (!isRead) continue
    if (scope.level === 'read-only') reportCorrect(ctx, 'scope', labelOf(scope))
    else further.push(scope)
  }
  return further
}

async function mayRead(ctx: SetupContext, scope: StoreScope, look: string): Promise<boolean> {
  const path = look.replace('{channel}', String(ctx.request.channels.en))
  try {
    await getOne(ctx.rest, wire.ignoredReplySchema, path)
  } catch (error) {
    if (!(error instanceof ShopFailure)) throw error
    // A missing thing proves the scope as well: the token was allowed to look for it.
    if (error.kind !== 'missing') {
      reportWrong(ctx, 'scope', error.kind === 'auth' ? error.message : `${labelOf(scope)}: ${error.message}`)
      return false
    }
  }
  return true
}
