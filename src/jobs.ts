import { emails as deletionEmails } from './account/deletion/emails.tsx'
import { eraseDueAccounts } from './account/deletion/jobs.ts'
import { emails as emailChangeEmails } from './account/email-change/emails.tsx'
import { tellShopOfEmails } from './account/email-change/jobs.ts'
import { emails as emailConfirmationEmails } from './account/email-confirmation/emails.tsx'
import { syncNewsletterSubscriptions } from './account/newsletter/jobs.ts'
import { emails as passwordEmails } from './account/password/emails.tsx'
import { emails as passwordResetEmails } from './account/password-reset/emails.tsx'
import { emails as registrationEmails } from './account/registration/emails.tsx'
import { emails as secondFactorEmails } from './account/second-factor/emails.tsx'
import { completeFactorRecoveries } from './account/second-factor/jobs.ts'
import { emails as sessionEmails } from './account/session/emails.tsx'
import { linkShopCustomers } from './account/shop-customer-link/jobs.ts'
import { classifyDuePictures } from './catalogue/pictures/service.ts'
import { syncCatalogue } from './catalogue/sync/jobs.ts'
import { releaseExpiredReservations } from './checkout/hand-off/jobs.ts'
import { emails as checkoutEmails } from './checkout/orders/emails.tsx'
import { syncChangedOrders, writeDueStaffNotes } from './checkout/orders/jobs.ts'
import { staffEmails as orderStaffEmails } from './checkout/orders/staff-emails.tsx'
import { emails as storeEmails } from './checkout/store-settings/emails.tsx'
import { resumeStore } from './checkout/store-settings/service.ts'
import { ensureWebhooks, processWebhookEvents } from './checkout/webhooks/jobs.ts'
import { type AppDependencies, catalogueSyncContext, createJobContext, currentTime } from './context.ts'
import { emails as closingEmails } from './giftcard/closing/emails.tsx'
import { closeDueRegistries, sendClosingReminders } from './giftcard/closing/jobs.ts'
import { countHeldMoney } from './giftcard/held/jobs.ts'
import { emails as ledgerEmails } from './giftcard/ledger/emails.tsx'
import { emails as lineEmails } from './giftcard/line-certificate/emails.tsx'
import { processDueLineCertificates } from './giftcard/line-certificate/jobs.ts'
import { emails as loweringEmails } from './giftcard/lowering/emails.tsx'
import { lowerDueCertificates } from './giftcard/lowering/jobs.ts'
import { rereadCertificates } from './giftcard/outstanding/jobs.ts'
import { emails as payoutEmails } from './giftcard/payout/emails.tsx'
import { processDuePayouts } from './giftcard/payout/jobs.ts'
import { requestEmails } from './giftcard/payout/request-emails.tsx'
import { payoutStaffEmails } from './giftcard/payout/staff-emails.tsx'
import { emails as unconfirmedEmails } from './giftcard/unconfirmed/emails.tsx'
import { remindOfUnclaimedMoney } from './giftcard/unconfirmed/jobs.ts'
import { emails as replyEmails } from './invitation/reply/emails.tsx'
import { emails as guestListEmails } from './invitation/retention/emails.tsx'
import { emails as invitationEmails } from './invitation/sending/emails.tsx'
import { emails as coHostEmails } from './registry/co-host/emails.tsx'
import { emails as photoEmails } from './registry/photo/emails.tsx'
import { emails as registryEmails } from './registry/registry/emails.tsx'
import { keepSearchIndex } from './registry/search/jobs.ts'
import { emails as registrySettingsEmails } from './registry/settings/emails.tsx'
import { emails as surpriseEmails } from './registry/surprise/emails.tsx'
import { revealDueSurprises } from './registry/surprise/jobs.ts'
import { runRetention } from './retention.ts'
import type { JobContext } from './server/context/request-context.ts'
import { createEmailTransport, sendDueEmails } from './server/email/email-sender.ts'
import { inTurn, type Job } from './server/jobs/job-runner.ts'
import { runInBackground } from './shop/port-background.ts'
import { emails as siteEmails } from './site/contact/emails.tsx'
import { emails as contentEmails } from './site/content/emails.tsx'
import { tellOfDroppedPictures } from './site/content/jobs.ts'
import { emails as alarmEmails } from './site/security-alarms/emails.tsx'
import { tellStaffOfAlarms, tellStaffOfBudget } from './site/security-alarms/jobs.ts'
import { emails as credentialEmails } from './site/shop-credentials/emails.tsx'
import { renewStorefrontTokens } from './site/shop-credentials/jobs.ts'
import { emails as approvalEmails } from './staff/approval/emails.tsx'
import { watchStaffMoney } from './staff/approval/jobs.ts'
import { countDemand } from './staff/demand/jobs.ts'
import { emails as staffEmails } from './staff/people/emails.tsx'
import { keepStaffSearch } from './staff/search/jobs.ts'
import type { EmailTemplate } from './ui/email/email-layout.tsx'

/** Every feature's e-mails by the names that the outbox stores, one line each. */
export const emailsByFeature: Record<string, Record<string, EmailTemplate>> = {
  account: {
    ...registrationEmails,
    ...emailConfirmationEmails,
    ...emailChangeEmails,
    ...passwordResetEmails,
    ...passwordEmails,
    ...sessionEmails,
    ...secondFactorEmails,
    ...deletionEmails,
  },
  registry: {
    ...registryEmails,
    ...registrySettingsEmails,
    ...surpriseEmails,
    ...coHostEmails,
    ...photoEmails,
  },
  checkout: { ...checkoutEmails, ...orderStaffEmails, ...storeEmails },
  invitation: { ...invitationEmails, ...guestListEmails, ...replyEmails },
  site: { ...siteEmails, ...alarmEmails, ...credentialEmails, ...contentEmails },
  giftcard: {
    ...payoutEmails,
    ...payoutStaffEmails,
    ...requestEmails,
    ...unconfirmedEmails,
    ...lineEmails,
    ...loweringEmails,
    ...ledgerEmails,
    ...closingEmails,
  },
  staff: { ...staffEmails, ...approvalEmails },
}
/** All e-mails by name. */
export const emailTemplates: Record<string, EmailTemplate> = Object.assign(
  {},
  ...Object.values(emailsByFeature),
)

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
      templates: emailTemplates,
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
