import type { JobContext } from '../../server/context/request-context.ts'
import * as data from './data.ts'
import { judgeService, type ServiceFacts, serviceParts, stateSince } from './rules.ts'

/** Looks at every part and stores how it is; a part that is as before keeps the moment since when. */
export async function noteStatus(ctx: JobContext): Promise<void> {
  const judged = judgeService(await findFacts(ctx), ctx.now)
  const stored = await data.findServiceStates(ctx.db)
  for (const part of serviceParts) {
    const row = stored.find(one => one.part === part)
    const seen = row && { state: row.state, since: row.since, seenAt: row.seen_at }
    const state = judged[part]
    const since = stateSince(seen, state, ctx.now)
    if (seen?.state !== state) ctx.log.info({ part, state, former: seen?.state }, 'service state')
    await data.saveServiceState(ctx.db, part, { state, since, seen_at: ctx.now })
  }
}

async function findFacts({ db, shop, now }: JobContext): Promise<ServiceFacts> {
  const facts = await data.readWorkFacts(db, now)
  return {
    isShopAway: shop.isCircuitOpen() || shop.credentialStatus().isAccessRefused,
    ordersReadAt: facts.orders_read_at,
    oldestWebhookEvent: facts.oldest_event,
    oldestEmail: facts.oldest_email,
    productsReadAt: facts.products_read_at,
    oldestPayout: facts.oldest_payout,
  }
}
