import { eraseLeft } from './account/leaving.ts'
import { mails as accountMails } from './account/mail.tsx'
import { tellOffers } from './account/offers.ts'
import { tieShopCustomers } from './account/shop-tie.ts'
import { found } from './base/refusal.ts'
import { keepUp } from './catalogue/changes.ts'
import { keepHooks, lapse, reconcile, workNotes, writeStaffNotes } from './checkout/jobs.ts'
import { hookChannel } from './checkout/jobs-data.ts'
import type { LiveStreams } from './checkout/live.ts'
import { mails as checkoutMails } from './checkout/mail.tsx'
import { closeRegistries, tellOfClosing } from './giftcard/closing.ts'
import { mails as giftcardMails } from './giftcard/mail.tsx'
import { workPayouts } from './giftcard/payouts.ts'
import { dropUnusedBackgrounds } from './invitation/content-data.ts'
import { mails as invitationMails } from './invitation/mail.tsx'
import { dropPictures } from './invitation/picture-data.ts'
import { keepAllFindable } from './registry/findable-data.ts'
import { mails as registryMails } from './registry/mail.tsx'
import { sweepPictures } from './registry/pictures.ts'
import { reveal } from './registry/surprise.ts'
import { atOnce, type Job } from './server/jobs.ts'
import type { KeptPages } from './server/kept.ts'
import { openListener } from './server/listen.ts'
import { registryChannel } from './server/live.ts'
import { outboxChannel, sendDue, transportOf } from './server/mailer.ts'
import { mails as siteMails } from './site/mail.tsx'
import type { Template } from './ui/mail-frame.tsx'
import { type AppParts, mirrorOf, nowOf, workOf } from './work.ts'

/** Every feature's letters, one line each: a `mail.tsx` exports `mails`, by the names that the outbox keeps. */
export const letters: Record<string, Record<string, Template>> = {
  account: accountMails,
  registry: registryMails,
  checkout: checkoutMails,
  invitation: invitationMails,
  site: siteMails,
  giftcard: giftcardMails,
}
/** All of them by name. */
export const templates: Record<string, Template> = Object.assign({}, ...Object.values(letters))

/** What the clock calls for, one line each. */
export function jobsOf(parts: AppParts): Job[] {
  const { config, db, log } = parts
  const transport = transportOf(parts)
  const sendLetters = () => sendDue({ db, config, transport, templates, log, now: nowOf(parts) })
  return [
    { name: 'sweep', everySeconds: 300, work: () => keepUp(mirrorOf(parts)) },
    { name: 'notes', everySeconds: 5, work: () => workNotes(workOf(parts)) },
    { name: 'letters', everySeconds: 10, work: sendLetters },
    { name: 'payouts', everySeconds: 10, work: () => workPayouts(workOf(parts)) },
    { name: 'lapse', everySeconds: 15, work: () => lapse(workOf(parts)) },
    { name: 'findable', everySeconds: 20, work: () => keepAllFindable(db) },
    { name: 'shop-customers', everySeconds: 20, work: () => tieShopCustomers(workOf(parts)) },
    { name: 'offers', everySeconds: 30, work: () => tellOffers(workOf(parts)) },
    { name: 'staff-notes', everySeconds: 30, work: () => writeStaffNotes(workOf(parts)) },
    { name: 'reconcile', everySeconds: 60, work: () => reconcile(workOf(parts)) },
    { name: 'reveal', everySeconds: 300, work: () => reveal(workOf(parts)) },
    { name: 'leavers', everySeconds: 600, work: () => eraseLeft(workOf(parts)) },
    { name: 'pictures', everySeconds: 3600, work: () => sweepPictures(workOf(parts)) },
    { name: 'closing', everySeconds: 180, work: () => closeRegistries(workOf(parts)) },
    { name: 'closing-letters', everySeconds: 600, work: () => tellOfClosing(workOf(parts)) },
    { name: 'share-pictures', everySeconds: 3600, work: () => dropPictures(db, nowOf(parts)) },
    { name: 'invitation-pictures', everySeconds: 3600, work: () => dropUnusedBackgrounds(db, nowOf(parts)) },
    { name: 'hooks', everySeconds: 600, work: () => keepHooks(workOf(parts)) },
  ]
}

/** Listens to all processes: open pages hear of changes, and what was noted is worked off at once. */
export function hearOthers(
  { databaseUrl, log }: AppParts,
  jobs: Job[],
  live: LiveStreams,
  kept: KeptPages | null,
): () => Promise<void> {
  if (databaseUrl === undefined) return async () => {}
  const listener = openListener(databaseUrl, log)
  const job = (name: string) => found(jobs.find(one => one.name === name))
  listener.on(registryChannel, id => {
    if (id === null) kept?.trust(true)
    else kept?.forget(id)
    live.hear(id === null ? null : Number(id))
  })
  listener.onDeaf(() => kept?.trust(false))
  const [notes, letters] = [atOnce(job('notes'), log), atOnce(job('letters'), log)]
  listener.on(hookChannel, notes.now)
  listener.on(outboxChannel, letters.now)
  return async () => {
    await listener.close()
    await Promise.all([notes.rest(), letters.rest()])
  }
}
