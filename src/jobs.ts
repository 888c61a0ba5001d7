import { eraseDueAccounts } from './account/deletion.ts'
import { tellShopOfEmails } from './account/email-change/email-change.calls.ts'
import { syncNewsletterSubscriptions } from './account/newsletter.ts'
import { completeFactorRecoveries } from './account/second-factor/second-factor.ts'
import { linkShopCustomers } from './account/shop-customer-link.ts'
import { type AppDependencies, catalogueSyncContext, createJobContext, currentTime } from './app/context.ts'
import { allLetters } from './app/letters.ts'
import { runRetention } from './app/retention.ts'
import { classifyDuePictures } from './catalogue/pictures.ts'
import { syncCatalogue } from './catalogue/sync.ts'
import { watchStaffMoney } from './console/approval/approval.calls.ts'
import { countDemand } from './console/demand.ts'
import { countOverview } from './console/overview/overview.ts'
import { updateStaffSearch } from './console/search.ts'
import { closeDueRegistries, sendClosingReminders } from './money/closing.ts'
import { processDueLineCertificates } from './money/line-certificate.ts'
import { lowerDueCertificates } from './money/lowering.ts'
import { processDuePayouts } from './money/payout/redeem.ts'
import { countHeldMoney, rereadCertificates } from './money/sums.ts'
import { remindOfUnclaimedMoney } from './money/unconfirmed.ts'
import { releaseExpiredReservations, syncChangedOrders, writeDueStaffNotes } from './orders/orders.jobs.ts'
import { resumeStore } from './orders/store-settings.ts'
import { ensureWebhooks, processWebhookEvents } from './orders/webhooks/webhooks.ts'
import { maintainSearchIndex } from './registry/search/index-build.ts'
import { revealDueSurprises } from './registry/surprise.ts'
import type { JobContext } from './server/context/request-context.ts'
import { createEmailTransport, sendDueEmails } from './server/email/email-sender.ts'
import { inTurn, type Job } from './server/jobs/job-runner.ts'
import { runInBackground } from './shop/port-store.ts'
import { tellOfDroppedPictures } from './site/content.ts'
import { tellStaffOfAlarms, tellStaffOfBudget } from './site/security-alarms.ts'
import { renewStorefrontTokens } from './site/shop-credentials.ts'

/** The jobs: no visitor waits for one, so that their calls leave a part of the shop's quota to guests (R918). */
export function createJobs(dependencies: AppDependencies): Job[] {
  const { db, jobsDb = db } = dependencies
  const jobs = listJobs({ ...dependencies, db: jobsDb })
  return jobs.map(job => ({ ...job, work: () => runInBackground(job.work) }))
}

/** One line each. */
function listJobs(dependencies: AppDependencies): Job[] {
  const { config, db, log } = dependencies
  const transport = createEmailTransport(dependencies)
  const sendEmails = () =>
    sendDueEmails({
      db,
      config,
      transport,
      letters: allLetters,
      log,
      now: currentTime(dependencies),
      onBudgetReached: (tx, kind) => tellStaffOfBudget(tx, kind, createJobContext(dependencies)),
    })
  const withContext = (run: (ctx: JobContext) => Promise<unknown>) => () =>
    run(createJobContext(dependencies))
  return [
    {
      name: 'catalogue-sync',
      everySeconds: 300,
      work: () => syncCatalogue(catalogueSyncContext(dependencies)),
    },
    {
      name: 'product-pictures',
      everySeconds: 20,
      work: () => classifyDuePictures(catalogueSyncContext(dependencies)),
    },
    { name: 'webhook-events', everySeconds: 5, work: withContext(processWebhookEvents) },
    { name: 'emails', everySeconds: 10, work: sendEmails },
    ...listMoneyJobs(withContext),
    { name: 'expired-reservations', everySeconds: 15, work: withContext(releaseExpiredReservations) },
    {
      name: 'search-index',
      everySeconds: 20,
      work: withContext(inTurn(maintainSearchIndex, updateStaffSearch)),
    },
    {
      name: 'shop-tasks',
      everySeconds: 20,
      work: withContext(
        inTurn(linkShopCustomers, tellShopOfEmails, syncNewsletterSubscriptions, writeDueStaffNotes),
      ),
    },
    { name: 'order-sync', everySeconds: 60, work: withContext(syncChangedOrders) },
    { name: 'overview', everySeconds: 300, work: withContext(countOverview) },
    { name: 'demand', everySeconds: 60, work: withContext(countDemand) },
    { name: 'retention', everySeconds: 3600, work: () => runRetention(dependencies) },
    { name: 'security-alarms', everySeconds: 300, work: withContext(tellStaffOfAlarms) },
    {
      name: 'account-deadlines',
      everySeconds: 300,
      work: withContext(inTurn(completeFactorRecoveries, eraseDueAccounts)),
    },
    { name: 'webhook-registration', everySeconds: 600, work: withContext(ensureWebhooks) },
    { name: 'dropped-pictures', everySeconds: 86_400, work: withContext(tellOfDroppedPictures) },
    { name: 'store-access', everySeconds: 3600, work: withContext(resumeStore) },
    { name: 'storefront-tokens', everySeconds: 3600, work: withContext(renewStorefrontTokens) },
  ]
}

function listMoneyJobs(withContext: (run: (ctx: JobContext) => Promise<unknown>) => Job['work']): Job[] {
  return [
    {
      name: 'payouts',
      everySeconds: 10,
      work: withContext(inTurn(processDuePayouts, processDueLineCertificates)),
    },
    { name: 'certificate-lowerings', everySeconds: 15, work: withContext(lowerDueCertificates) },
    { name: 'held-money', everySeconds: 300, work: withContext(countHeldMoney) },
    { name: 'certificate-balances', everySeconds: 60, work: withContext(rereadCertificates) },
    { name: 'closings', everySeconds: 180, work: withContext(closeDueRegistries) },
    { name: 'staff-money', everySeconds: 300, work: withContext(watchStaffMoney) },
    {
      name: 'registry-dates',
      everySeconds: 300,
      work: withContext(inTurn(revealDueSurprises, sendClosingReminders, remindOfUnclaimedMoney)),
    },
  ]
}
