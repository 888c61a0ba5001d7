import { paths, withLanguage } from '../src/base/paths.ts'
import { m } from '../src/paraglide/messages.js'
import { checkPage, expect } from './fixtures.ts'
import { expectTotals, invitationItems, type SharingJourney } from './sharing-steps.ts'

/** Opens the e-mail to that address in the demo mailbox, and follows the link of that name. */
async function followEmailLink({ page, texts }: SharingJourney, email: string, link: string): Promise<void> {
  await page.goto('/dev/mail')
  await page
    .getByRole('listitem')
    .filter({ hasText: email })
    .getByRole('link', { name: texts.subject })
    .click()
  await expect(page.getByText(texts.message, { exact: true })).toBeVisible()
  const href = await page.getByRole('link', { name: link }).getAttribute('href')
  const { pathname, search } = new URL(href ?? '')
  await page.goto(pathname + search)
}

/** Replies by the link of the e-mail, without an account: three people and a message. */
export async function replyToInvitation(journey: SharingJourney, email: string): Promise<void> {
  const { page, language, texts } = journey
  const at = { locale: language }
  await followEmailLink(journey, email, m.invitation_mail_reply({}, at))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.reply_title({}, at))
  await expect(page.getByText(texts.message)).toBeVisible()
  await page.getByRole('radio', { name: m.reply_coming({}, at) }).check()
  await page.getByLabel(m.reply_people({}, at)).fill('3')
  await page.getByLabel(m.reply_message({ hosts: 'couple' }, at)).fill(texts.reply)
  await checkPage(page, language, 'reply')
  await page.getByRole('button', { name: m.reply_send({}, at) }).click()
  await expect(page.getByText(m.common_see_you_there({}, at))).toBeVisible()
  await checkPage(page, language, 'replied')
}

/** Opening the unsubscribe link changes nothing; its button does. */
export async function unsubscribe(journey: SharingJourney, email: string): Promise<void> {
  const { page, language } = journey
  const at = { locale: language }
  await followEmailLink(journey, email, m.invitation_mail_unsubscribe({}, at))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.unsubscribe_title({}, at))
  await checkPage(page, language, 'stop')
  await page.getByRole('button', { name: m.unsubscribe_confirm({}, at) }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.unsubscribe_done({}, at))
  await checkPage(page, language, 'stopped')
}

/** The host sees the reply with its message and the totals, and can't invite the unsubscribed address again. */
export async function expectReplies(
  journey: SharingJourney,
  coming: string,
  unsubscribed: string,
): Promise<void> {
  const { page, language, registry, texts } = journey
  const at = { locale: language }
  await page.goto(withLanguage(paths.editRegistry(registry.id, 'guests'), language))
  await expectTotals(page, language, { total: 9, coming: 3, unanswered: 6 })
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: coming })
  await expect(row).toContainText(m.guest_coming({ count: 3 }, at))
  await expect(row).toContainText(texts.reply)
  await checkPage(page, language, 'guests')
  await page.goto(withLanguage(paths.sendInvitations(registry.id), language))
  const other = invitationItems(page, language).filter({ hasText: unsubscribed })
  await other.getByRole('button', { name: m.invited_resend({}, at) }).click()
  await expect(page.getByText(`${unsubscribed}: ${m.invitation_stopped({}, at)}`)).toBeVisible()
  await checkPage(page, language, 'invited-stopped')
}

/** A text message arrives as written. */
export async function sendSms({ page, language, texts }: SharingJourney): Promise<void> {
  const at = { locale: language }
  await page.getByRole('link', { name: m.common_text_message({}, at), exact: true }).click()
  const form = page.getByRole('region', { name: m.sms_title({}, at) })
  await form.getByLabel(m.sms_phone({}, at)).fill('6944000002')
  await form.getByLabel(m.common_message({}, at)).fill(texts.message)
  await form.getByLabel(m.sms_capitals({}, at)).uncheck()
  await form.getByRole('button', { name: m.sms_send({}, at) }).click()
  await expect(page.getByText(m.sms_sent({}, at)).first()).toBeVisible()
  await page.goto('/dev/sms')
  await expect(page.getByRole('listitem').filter({ hasText: texts.message })).toContainText('+306944000002')
}
