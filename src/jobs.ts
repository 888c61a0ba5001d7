import { eraseDueAccounts } from './account/deletion/jobs.ts'
import { tellShopOfEmails } from './account/email-change/jobs.ts'
import { syncNewsletterSubscriptions } from './account/newsletter/jobs.ts'
import { completeFactorRecoveries } from './account/second-factor/jobs.ts'
import { linkShopCustomers } from './account/shop-customer-link/jobs.ts'
import { classifyDuePictures } from './catalogue/pictures/service.ts'
import { syncCatalogue } from './catalogue/sync/jobs.ts'
import { releaseExpiredReservations, syncChangedOrders, writeDueStaffNotes } from './checkout/orders/jobs.ts'
import { resumeStore } from './checkout/store-settings/service.ts'
import { ensureWebhooks, processWebhookEvents } from './checkout/webhooks/jobs.ts'
import { type AppDependencies, catalogueSyncContext, createJobContext, currentTime } from './context.ts'
import { closeDueRegistries, sendClosingReminders } from './giftcard/closing/jobs.ts'
import { countHeldMoney } from './giftcard/held/jobs.ts'
import { processDueLineCertificates } from './giftcard/line-certificate/jobs.ts'
import { lowerDueCertificates } from './giftcard/lowering/jobs.ts'
import { rereadCertificates } from './giftcard/outstanding/jobs.ts'
import { processDuePayouts } from './giftcard/payout/jobs.ts'
import { remindOfUnclaimedMoney } from './giftcard/unconfirmed/jobs.ts'
import { allLetters } from './letters.ts'
import { keepSearchIndex } from './registry/search/jobs.ts'
import { revealDueSurprises } from './registry/surprise/jobs.ts'
import { runRetention } from './retention.ts'
import type { JobContext } from './server/context/request-context.ts'
import { createEmailTransport, sendDueEmails } from './server/email/email-sender.ts'
import { inTurn, type Job } from './server/jobs/job-runner.ts'
import { runInBackground } from './shop/port-background.ts'
import { tellOfDroppedPictures } from './site/content/jobs.ts'
import { tellStaffOfAlarms, tellStaffOfBudget } from './site/security-alarms/jobs.ts'
import { renewStorefrontTokens } from './site/shop-credentials/jobs.ts'
import { watchStaffMoney } from './staff/approval/jobs.ts'
import { countDemand } from './staff/demand/jobs.ts'
import { keepStaffSearch } from './staff/search/jobs.ts'

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
    { name: 'search-index', everySeconds: 20, work: withContext(inTurn(keepSearchIndex, keepStaffSearch)) },
    {
      name: 'shop-tasks',
      everySeconds: 20,
      work: withContext(
        inTurn(linkShopCustomers, tellShopOfEmails, syncNewsletterSubscriptions, writeDueStaffNotes),
      ),
    },
    { name: 'order-sync', everySeconds: 60, work: withContext(syncChangedOrders) },
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

/** The jobs that take or give money, or count it. */
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
