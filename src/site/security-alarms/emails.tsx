import * as z from 'zod/mini'
import { formatEuro } from '../../base/money.ts'
import { m } from '../../paraglide/messages.js'
import {
  defineEmailTemplate,
  type EmailContext,
  EmailLayout,
  type EmailTemplate,
  EmailText,
} from '../../ui/email/email-layout.tsx'

const oneAccount = z.object({ accounts: z.string(), failures: z.int() })
const manyAccounts = z.object({ accounts: z.int(), usual: z.int() })
const moneyOut = z.object({ cents: z.int(), usual: z.int() })

/** To staff: what is unusual in the security log (R942). */
export const emails: Record<string, EmailTemplate> = {
  'alarm-one-account': defineEmailTemplate(oneAccount, (props, about) => {
    const locale = { locale: about.language }
    return alarm(
      about,
      m.alarm_one_account_subject({}, locale),
      m.alarm_one_account_text({ accounts: props.accounts, failures: String(props.failures) }, locale),
    )
  }),
  'alarm-many-accounts': defineEmailTemplate(manyAccounts, (props, about) => {
    const locale = { locale: about.language }
    const numbers = { accounts: String(props.accounts), usual: String(props.usual) }
    return alarm(about, m.common_failed_sign_ins({}, locale), m.alarm_many_accounts_text(numbers, locale))
  }),
  'alarm-money-out': defineEmailTemplate(moneyOut, ({ cents, usual }, about) => {
    const locale = { locale: about.language }
    const amounts = { amount: formatEuro(cents, about.language), usual: formatEuro(usual, about.language) }
    return alarm(about, m.alarm_money_out_subject({}, locale), m.alarm_money_out_text(amounts, locale))
  }),
  'budget-reached': defineEmailTemplate(z.object({ kind: z.string() }), ({ kind }, about) => {
    const locale = { locale: about.language }
    const isSms = kind.endsWith('sms')
    return alarm(
      about,
      isSms ? m.alarm_budget_sms_subject({}, locale) : m.alarm_budget_subject({}, locale),
      isSms ? m.alarm_budget_sms_text({}, locale) : m.alarm_budget_text({ kind }, locale),
    )
  }),
}

function alarm(about: EmailContext, subject: string, text: string) {
  return {
    subject,
    body: (
      <EmailLayout about={about} title={subject} preview={text}>
        <EmailText>{text}</EmailText>
        <EmailText>{m.alarm_where({}, { locale: about.language })}</EmailText>
      </EmailLayout>
    ),
  }
}
