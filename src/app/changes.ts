import { orNotFound } from '../base/app-error.ts'
import { siteChannel } from '../catalogue/product.sql.ts'
import type { LiveUpdates } from '../checkout/live.ts'
import { storeChannel, takeStoreState } from '../orders/store-settings.ts'
import { webhookChannel } from '../orders/webhooks/webhooks.sql.ts'
import { registryChannel } from '../registry/registry.sql.ts'
import { clearTableCache, setTableCacheEnabled, tableChannel } from '../server/context/table-cache.ts'
import { outboxChannel } from '../server/email/outbox.ts'
import { createTriggeredJob, type Job } from '../server/jobs/job-runner.ts'
import type { PageCache } from '../server/pages/page-cache.ts'
import { NotificationListener } from '../server/postgres/notification-listener.ts'
import { watchShopTexts } from '../site/content.ts'
import { storefrontTokenChannel, takeStoredTokens } from '../site/shop-credentials.ts'
import { sitePagesGroup } from './cached-pages.ts'
import { type AppDependencies, createJobContext } from './context.ts'

/** What tells this process of changes that others make. */
export interface Changes {
  /** Whether changes arrive at once; otherwise pages are cached for seconds only, and open ones are polled. */
  isSubscribed(): boolean
  close(): Promise<void>
}

/** How long pages are cached (ms): while changes arrive at once, and while they are polled. */
const maxAgeMs = { subscribed: 10 * 60_000, polling: 2000 }

/**
 * Subscribes to the notifications of all processes: open pages are updated, and what was just queued is processed at
 * once. Where notifications don't arrive, open pages are polled. Null where there is nothing to listen to.
 */
export function subscribeToChanges(
  dependencies: AppDependencies,
  jobs: Job[],
  live: LiveUpdates,
  cache: PageCache | undefined,
): Changes | null {
  const { databaseServer, db, log } = dependencies
  if (databaseServer === undefined) return null
  const listener = new NotificationListener(databaseServer, db, log)
  listener.on(registryChannel, id => {
    if (id === null) cache?.setMaxAge(maxAgeMs.subscribed)
    else cache?.invalidate(id)
    live.notify(id === null ? null : Number(id))
  })
  const invalidateSite = () => cache?.invalidate(sitePagesGroup)
  listener.on(siteChannel, invalidateSite)
  listener.on(tableChannel, table => {
    if (table === null) setTableCacheEnabled(db, true)
    else clearTableCache(db)
    // The catalogue's own notifications say which pages change; names of event types are on all of them.
    if (table?.startsWith('event_type')) cache?.clear()
  })
  const forgetTexts = watchShopTexts(dependencies.shop, invalidateSite)
  listener.onDisconnect(() => {
    setTableCacheEnabled(db, false)
    cache?.setMaxAge(maxAgeMs.polling)
  })
  const poll = async () => {
    if (listener.isSubscribed()) return
    await live.poll().catch(error => log.debug({ err: error }, 'open pages could not be polled'))
  }
  const polling = setInterval(poll, maxAgeMs.polling)
  const triggered = triggerJobs(dependencies, jobs, listener, cache)
  return {
    isSubscribed: () => listener.isSubscribed(),
    async close() {
      clearInterval(polling)
      forgetTexts()
      await listener.close()
      await Promise.all(triggered.map(job => job.idle()))
    },
  }
}

/** Jobs that a notification starts before their time. */
function triggerJobs(
  dependencies: AppDependencies,
  jobs: Job[],
  listener: NotificationListener,
  cache: PageCache | undefined,
) {
  const { log, config } = dependencies
  const findJob = (name: string) => orNotFound(jobs.find(job => job.name === name))
  const takeTokens = () => takeStoredTokens(createJobContext(dependencies))
  const takeStore = async () => {
    await takeStoreState(createJobContext(dependencies))
    // Every page has links to the shop.
    cache?.clear()
  }
  const jobsByChannel: [string, Job][] = [
    [webhookChannel, findJob('webhook-events')],
    [outboxChannel, findJob('emails')],
  ]
  const triggered: [string, Job][] = [
    ...(config.ROLE === 'web' ? [] : jobsByChannel),
    [storefrontTokenChannel, { name: 'storefront-tokens-taken', everySeconds: 0, work: takeTokens }],
    [storeChannel, { name: 'store-state-taken', everySeconds: 0, work: takeStore }],
  ]
  return triggered.map(([channel, job]) => {
    const triggeredJob = createTriggeredJob(job, log)
    listener.on(channel, triggeredJob.now)
    return triggeredJob
  })
}
