import { deleteOldEmailChanges } from './account/email-change/data.ts'
import * as account from './account/retention/data.ts'
import { deleteOldEmptyProductSearches } from './catalogue/search/empty-search-data.ts'
import * as checkout from './checkout/retention/data.ts'
import { type AppDependencies, createJobContext } from './context.ts'
import { deleteOldClosingNotices } from './giftcard/retention/data.ts'
import { deleteUnusedBackgroundImages } from './invitation/content/data.ts'
import * as guests from './invitation/retention/data.ts'
import { deleteEndedGuestLists, tellOfEndingGuestLists } from './invitation/retention/service.ts'
import { deleteOldSharePictures } from './invitation/share/data.ts'
import { deleteUnusedPhotos } from './registry/photo/data.ts'
import * as registry from './registry/retention/data.ts'
import { deleteOldEmptyRegistrySearches } from './registry/search/empty-search-data.ts'
import type { JobContext } from './server/context/request-context.ts'
import * as messages from './server/email/retention.ts'
import type { Db } from './server/postgres/tables.ts'
import { deleteOldRateLimits, deleteOldSecurityEvents } from './server/security/retention.ts'
import { deleteOldContactMessages } from './site/contact/data.ts'
import { deleteOldMoneyActs } from './staff/approval/data.ts'
import { deleteOldAuditValues } from './staff/audit/data.ts'
import { deleteExpiredStaffInvitations, deleteExpiredStaffSessions } from './staff/session/data.ts'
import { deleteOldStaffWork } from './staff/work/data.ts'

/** One kind of rows that go: deals with up to `max` of them in one transaction, and answers with how many. */
type RetentionSlice = (ctx: JobContext, max: number) => Promise<number>

const byAge =
  (slice: (db: Db, now: Date, max: number) => Promise<number>): RetentionSlice =>
  ({ db, now }, max) =>
    slice(db, now, max)

/** What goes, one line each; docs/data-model.md says how long and why (R943). */
const slices: RetentionSlice[] = [
  byAge(account.deleteExpiredSessions),
  byAge(account.deleteForgottenDevices),
  byAge(account.deleteExpiredResetCodes),
  byAge(account.deleteExpiredSignInLinks),
  byAge(account.deleteOldConfirmations),
  byAge(deleteOldEmailChanges),
  byAge(registry.deleteOldHistory),
  byAge(registry.deleteExpiredCoHostInvitations),
  byAge(deleteUnusedPhotos),
  byAge(checkout.clearUnpaidGivers),
  byAge(checkout.clearVoidGivers),
  byAge(checkout.clearOldGiverEmails),
  byAge(checkout.clearOldHandoffEmails),
  byAge(checkout.deleteOldWebhookEvents),
  byAge(checkout.deleteLostWebhookEvents),
  byAge(checkout.deleteOldUnreadableRows),
  byAge(deleteOldClosingNotices),
  tellOfEndingGuestLists,
  deleteEndedGuestLists,
  byAge(guests.deleteGuestsOfRemoved),
  byAge(guests.deleteOldInvitationEmails),
  byAge(deleteOldSharePictures),
  byAge(deleteUnusedBackgroundImages),
  byAge(messages.clearOldMessages),
  byAge(messages.deleteOldMessages),
  byAge(messages.deleteOldDemoMessages),
  byAge(deleteExpiredStaffSessions),
  byAge(deleteExpiredStaffInvitations),
  byAge(deleteOldAuditValues),
  byAge(deleteOldStaffWork),
  byAge(deleteOldMoneyActs),
  byAge(deleteOldEmptyProductSearches),
  byAge(deleteOldEmptyRegistrySearches),
  byAge(deleteOldContactMessages),
  byAge(deleteOldRateLimits),
  ({ db, now }, max) => deleteOldSecurityEvents(db, now, max),
]

/** Rows in one slice: some 20 ms, so that nobody waits for a lock. */
const sliceRows = 1000
/** Slices of one kind in one run; what is left goes an hour later. */
const slicesPerRun = 200

/**
 * Deletes and clears what is no longer needed (R943). Each slice is whole in itself: the job may be killed between two,
 * and run in two processes at once. One kind that fails does not keep the others.
 */
export async function runRetention(dependencies: AppDependencies): Promise<void> {
  const errors: unknown[] = []
  for (const slice of slices) {
    try {
      for (let count = 0; count < slicesPerRun; count++)
        if ((await slice(createJobContext(dependencies), sliceRows)) < sliceRows) break
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} kinds of rows were not deleted`)
}
