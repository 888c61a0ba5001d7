import { inLanguage, paths } from '../src/base/paths.ts'
import { m } from '../src/paraglide/messages.js'
import { expect, passes } from './journey.ts'
import { expectTotals, invited, type Sharing } from './sharing.ts'

/** Opens the letter to that address in the local mailbox, and follows the link of that name on this site. */
async function follows({ page, words }: Sharing, email: string, link: string): Promise<void> {
  await page.goto('/dev/mail')
  await page
    .getByRole('listitem')
    .filter({ hasText: email })
    .getByRole('link', { name: words.subject })
    .click()
  await expect(page.getByText(words.message, { exact: true })).toBeVisible()
  const href = await page.getByRole('link', { name: link }).getAttribute('href')
  const { pathname, search } = new URL(href ?? '')
  await page.goto(pathname + search)
}

/** By the link of the letter, without an account: coming, three of them, with a word. */
export async function replies(sharing: Sharing, email: string): Promise<void> {
  const { page, language, words } = sharing
  const at = { locale: language }
  await follows(sharing, email, m.invitation_mail_reply({}, at))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.reply_title({}, at))
  await expect(page.getByText(words.message)).toBeVisible()
  await page.getByRole('radio', { name: m.reply_coming({}, at) }).check()
  await page.getByLabel(m.reply_people({}, at)).fill('3')
  await page.getByLabel(m.reply_word({}, at)).fill(words.reply)
  await passes(page, language, 'reply')
  await page.getByRole('button', { name: m.reply_send({}, at) }).click()
  await expect(page.getByText(m.reply_thanks({}, at))).toBeVisible()
  await passes(page, language, 'replied')
}

/** A look alone stops nothing; one press does. */
export async function wantsNoMore(sharing: Sharing, email: string): Promise<void> {
  const { page, language } = sharing
  const at = { locale: language }
  await follows(sharing, email, m.invitation_mail_stop({}, at))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.stop_title({}, at))
  await passes(page, language, 'stop')
  await page.getByRole('button', { name: m.stop_yes({}, at) }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.stop_done({}, at))
  await passes(page, language, 'stopped')
}

/** Who comes, with the word, in the totals; and that the other one is written to no more. */
export async function hostSees(sharing: Sharing, coming: string, stopped: string): Promise<void> {
  const { page, language, registry, words } = sharing
  const at = { locale: language }
  await page.goto(inLanguage(paths.editRegistry(registry.id, 'guests'), language))
  await expectTotals(page, language, { asked: 9, coming: 3, open: 6 })
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: coming })
  await expect(row).toContainText(m.guest_coming({ count: 3 }, at))
  await expect(row).toContainText(words.reply)
  await passes(page, language, 'guests')
  await page.goto(inLanguage(paths.editRegistry(registry.id, 'invitation-settings'), language))
  const other = invited(page, language).filter({ hasText: stopped })
  await other.getByRole('button', { name: m.invited_resend({}, at) }).click()
  await expect(page.getByText(`${stopped}: ${m.invitation_stopped({}, at)}`)).toBeVisible()
  await passes(page, language, 'invited-stopped')
}

/** The field of the short message is its own, and the message arrives as it was written. */
export async function writesSms({ page, language, words }: Sharing): Promise<void> {
  const at = { locale: language }
  const form = page.getByRole('region', { name: m.sms_title({}, at) })
  await form.getByLabel(m.sms_phone({}, at)).fill('6944000002')
  await form.getByLabel(m.sms_text({}, at)).fill(words.message)
  await form.getByRole('button', { name: m.sms_send({}, at) }).click()
  await expect(page.getByText(m.sms_sent({}, at)).first()).toBeVisible()
  await page.goto('/dev/sms')
  await expect(page.getByRole('listitem').filter({ hasText: words.message })).toContainText('+306944000002')
}
