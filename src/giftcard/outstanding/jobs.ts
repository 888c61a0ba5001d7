import type { JobContext } from '../../server/context/request-context.ts'
import { findCertificateToRead, storeBalances } from './data.ts'

const readEveryMs = 12 * 3_600_000

/**
 * Reads again what is left on certificates, a page of the shop's list at a time, from the one that was read longest ago;
 * one that the shop no longer has is worth nothing. Throws ShopFailure.
 */
export async function rereadCertificates({ db, shop, now }: JobContext): Promise<void> {
  const first = await findCertificateToRead(db, new Date(now.getTime() - readEveryMs))
  if (first === null) return
  const { certificates } = await shop.fetchCertificatePage(first - 1)
  const balances = new Map(certificates.map(({ id, balanceCents }) => [id, balanceCents]))
  // A list may leave one out: only what is asked for by itself, and is not there, is gone (R1300).
  if (!balances.has(first)) balances.set(first, (await shop.fetchCertificate(first))?.balanceCents ?? 0)
  await storeBalances(db, balances, now)
}
