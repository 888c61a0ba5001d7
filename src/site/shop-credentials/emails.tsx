import * as z from 'zod/mini'
import { formatDay } from '../../base/dates.ts'
import { m } from '../../paraglide/messages.js'
import {
  defineEmailTemplate,
  type EmailContext,
  EmailLayout,
  type EmailTemplate,
  EmailText,
} from '../../ui/email/email-layout.tsx'

const refusal = z.object({
  channel: z.nullable(z.int()),
  reason: z.enum(['token', 'scope']),
  call: z.string(),
})
const ending = z.object({
  channel: z.int(),
  ends_on: z.nullable(z.string()),
  failure: z.enum(['token', 'scope', 'other']),
})

/** To staff: credentials that the shop refuses, or that end (R956). */
export const emails: Record<string, EmailTemplate> = {
  'shop-refuses': defineEmailTemplate(refusal, ({ channel, reason, call }, about) => {
    const locale = { locale: about.language }
    const what =
      channel === null
        ? reason === 'token'
          ? m.shop_refuses_access({ call }, locale)
          : m.shop_refuses_scope({ call }, locale)
        : reason === 'token'
          ? m.shop_refuses_storefront({ channel: String(channel) }, locale)
          : m.shop_refuses_storefront_scope({ channel: String(channel), call }, locale)
    return letter(about, m.common_shop_refuses_credentials({}, locale), [
      what,
      m.shop_refuses_hourly({}, locale),
    ])
  }),
  'shop-token-ends': defineEmailTemplate(ending, ({ channel, ends_on, failure }, about) => {
    const locale = { locale: about.language }
    const reasons = {
      token: m.shop_token_ends_token,
      scope: m.shop_token_ends_scope,
      other: m.shop_token_ends_other,
    }
    const names = { channel: String(channel) }
    const when =
      ends_on === null
        ? m.shop_token_ends_revoked(names, locale)
        : m.shop_token_ends_on({ ...names, day: formatDay(ends_on, about.language) }, locale)
    return letter(about, m.shop_token_ends_subject(names, locale), [
      when,
      reasons[failure]({}, locale),
      m.shop_token_ends_daily({}, locale),
    ])
  }),
}

function letter(about: EmailContext, subject: string, texts: string[]) {
  return {
    subject,
    body: (
      <EmailLayout about={about} title={subject} preview={texts[0] ?? ''}>
        {texts.map(text => (
          <EmailText key={text}>{text}</EmailText>
        ))}
      </EmailLayout>
    ),
  }
}
