import type { Db } from '../../server/postgres/tables.ts'

/**
 * Stores the hash of a link's code, unless the account has one that still lives: false then. Of two at the same moment one
 * is stored.
 */
export async function saveSignInLink(
  tx: Db,
  link: { customer_id: number; code_hash: Buffer; expires_at: Date },
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('sign_in_link')
    .values(link)
    .onConflict(conflict =>
      conflict.column('customer_id').doUpdateSet(link).where('sign_in_link.expires_at', '<=', now),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** The account whose living link has that code, by the key of its e-mail; null for any other code. */
export async function findSignInLink(
  db: Db,
  { emailKey, codeHash, now }: { emailKey: string; codeHash: Buffer; now: Date },
): Promise<number | null> {
  const row = await db
    .selectFrom('sign_in_link')
    .innerJoin('customer', 'customer.id', 'sign_in_link.customer_id')
    .select('customer.id')
    .where('email_key', '=', emailKey)
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.id ?? null
}
