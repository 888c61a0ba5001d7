import type { JobContext } from '../../server/context/request-context.ts'
import { updateRows } from '../../server/postgres/rows.ts'
import type { Shop } from '../../shop/port.ts'
import type { ShopCertificate } from '../../shop/port-orders.ts'
import type { PayoutRow } from './data.ts'
import { PayoutFailure } from './failure-service.ts'
import { formatPayoutMark, payoutCodeOfMark } from './rules.ts'

/**
 * The certificate that is this payout in the shop: under its code, else one made by hand that bears its mark, which a restored
 * database doesn't know of (R1150). A disabled one only where there is no other.
 */
export async function findPayoutCertificate(
  { code }: Pick<PayoutRow, 'code'>,
  shop: Pick<Shop, 'findCertificateByCode' | 'findCertificateByMark'>,
): Promise<ShopCertificate | null> {
  const own = await shop.findCertificateByCode(code)
  if (own && own.state !== 'disabled') return own
  return (await shop.findCertificateByMark(formatPayoutMark(code))) ?? own
}

/**
 * Marks the certificate that staff have chosen for a payout, and sees that the mark finds it, before anybody learns that the
 * payout is done: any later database finds it so (R1150). Null when it has gone from the shop or is disabled; then it is
 * chosen no more. Throws ShopFailure, and a PayoutFailure for one that is not the payout's any more.
 */
export async function markHandmade(
  payout: PayoutRow,
  id: number,
  { assertInTime, ctx }: { assertInTime: () => void; ctx: JobContext },
): Promise<ShopCertificate | null> {
  const { shop } = ctx
  const mark = formatPayoutMark(payout.code)
  const certificate = await shop.fetchCertificate(id)
  await ctx.testHook?.('handmade read')
  if (certificate === null || certificate.state === 'disabled') {
    await updateRows(ctx.db, 'payout', {
      set: { handmade_id: null },
      where: { id: payout.id, handmade_id: id, state: 'waiting' },
    })
    return null
  }
  if (
    certificate.state !== 'active' ||
    certificate.cents !== payout.cents ||
    isMarkedForOther(payout, certificate)
  )
    throw new PayoutFailure(
      'card_changed',
      `certificate ${id}, made by hand, is not what was chosen any more`,
    )
  assertInTime()
  await shop.markCertificate(id, mark)
  if ((await shop.findCertificateByMark(mark))?.id !== id)
    throw new PayoutFailure('shop_connection', `certificate ${id} is not found by its mark`)
  await ctx.testHook?.('handmade marked')
  return certificate
}

/** Whether it bears the mark of another payout, of one that this database has lost too. */
export function isMarkedForOther({ code }: Pick<PayoutRow, 'code'>, certificate: ShopCertificate): boolean {
  const marked = payoutCodeOfMark(certificate.fromName)
  return marked !== null && marked !== code
}
