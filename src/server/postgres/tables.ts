import { type Kysely, sql } from 'kysely'
import type { AccountTables } from './tables/account.ts'
import type { CatalogueTables } from './tables/catalogue.ts'
import type { CheckoutTables } from './tables/checkout.ts'
import type { GiftTables } from './tables/gift.ts'
import type { GiftcardTables } from './tables/giftcard.ts'
import type { InvitationTables } from './tables/invitation.ts'
import type { OrderTables } from './tables/orders.ts'
import type { RegistryTables } from './tables/registry.ts'
import type { ServerTables } from './tables/server.ts'
import type { SiteTables } from './tables/site.ts'
import type { StaffTables } from './tables/staff.ts'

/** Typed rows of every table; the tables themselves are made in `migrations/`. Money is whole cents (int4). */
export type Db = Kysely<Tables>

/** The tables of each feature, and of the server. */
export interface Tables
  extends AccountTables,
    RegistryTables,
    CatalogueTables,
    GiftTables,
    CheckoutTables,
    OrderTables,
    GiftcardTables,
    InvitationTables,
    SiteTables,
    StaffTables,
    ServerTables {}

export const preparedMark = '/* prepared */'

/**
 * Written in a query whose text is always the same, and which pages ask all the time: each connection has it parsed and
 * planned once. Planning takes longer than reading.
 */
export const prepared = sql.raw(preparedMark)

export const preparedInTransactionsMark = '/* prepared in transactions */'

/**
 * The same for a query within transactions. Its columns must be written out, or be JSON: where a release that runs beside
 * a newer one asks for `*`, an added column is an error, and ends the transaction.
 */
export const preparedInTransactions = sql.raw(preparedInTransactionsMark)

export const sentWithNextMark = '/* sent with the next */'

/**
 * Written in a statement of a transaction whose answer nobody reads: it leaves together with the next one, which fails
 * where this one does. It saves a round trip.
 */
export const sentWithNext = sql.raw(sentWithNextMark)

export const endsTransactionMark = '/* ends its transaction */'

/**
 * Written in the last statement of a transaction: `commit` leaves together with it. Once it is answered, the transaction
 * is committed, whatever is done after it.
 */
export const endsTransaction = sql.raw(endsTransactionMark)
