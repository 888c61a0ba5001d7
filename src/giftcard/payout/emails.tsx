import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import * as z from 'zod/mini'
import { formatDay } from '../../base/dates.ts'
import { formatCode } from '../../base/fields.ts'
import type { Language } from '../../base/language.ts'
import { formatEuro } from '../../base/money.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import {
  defineEmailTemplate,
  EmailButton,
  type EmailContext,
  EmailLayout,
  EmailRows,
  type EmailTemplate,
  EmailText,
} from '../../ui/email/email-layout.tsx'

const registry = { code: z.string(), registry: z.string() }
const issued = z.object({
  ...registry,
  certificate: z.string(),
  cents: z.int(),
  expires_on: z.nullable(z.string()),
  reason: z.string(),
})
const redeemed = z.object({
  ...registry,
  gift: z.string(),
  units: z.int(),
  cents: z.int(),
  digital: z.boolean(),
})
const refused = z.object({ ...registry, gift: z.string(), cents: z.int() })
const withdrawn = z.object({ ...registry, cents: z.int(), by_staff: z.optional(z.boolean()) })

/** The e-mails about payouts, by the names that the outbox stores. */
export const emails: Record<string, EmailTemplate> = {
  'giftcard-issued': defineEmailTemplate(issued, certificateIssued),
  'giftcard-redeemed': defineEmailTemplate(redeemed, giftRedeemed),
  'giftcard-refused': defineEmailTemplate(refused, orderRefused),
  'giftcard-returned': defineEmailTemplate(refused, orderRefunded),
  'giftcard-withdrawn': defineEmailTemplate(withdrawn, payoutWithdrawn),
}

/** A line for the shop's staff on the orders whose money has left a registry (R513). */
export const formatPaidOutNote = (code: string, language: Language): string =>
  m.giftcard_staff_note_paid_out({ code: formatCode(code) }, { locale: language })

/** To the host: the certificate itself, to be kept or printed. */
function certificateIssued(props: z.output<typeof issued>, context: EmailContext) {
  const locale = { locale: context.language }
  const amount = formatEuro(props.cents, context.language)
  const subject = m.giftcard_mail_issued_subject({ amount, registry: props.registry }, locale)
  const texts: Record<string, string> = {
    closing: m.giftcard_mail_issued_closing({ registry: props.registry }, locale),
    own: m.giftcard_mail_issued_own({ registry: props.registry }, locale),
  }
  return {
    subject,
    body: (
      <EmailLayout about={context} title={m.giftcard_mail_issued_title({}, locale)} preview={subject}>
        <EmailText>
          {texts[props.reason] ?? m.giftcard_mail_issued_text({ registry: props.registry }, locale)}
        </EmailText>
        <EmailCard {...props} context={context} />
        <EmailText>{m.giftcard_mail_issued_how({}, locale)}</EmailText>
        <EmailText>{m.giftcard_mail_issued_rest({}, locale)}</EmailText>
        <EmailText>{m.giftcard_mail_issued_keep({}, locale)}</EmailText>
        <EmailButton about={context} path={paths.collectedGiftCards(props.code)}>
          {m.giftcard_mail_issued_button({}, locale)}
        </EmailButton>
      </EmailLayout>
    ),
  }
}

/** The card: its value, its code, and how long it can be used. */
export function EmailCard(card: {
  certificate: string
  cents: number
  expires_on: string | null
  context: EmailContext
}) {
  const { certificate, cents, expires_on, context } = card
  const locale = { locale: context.language }
  const serif = "'Literata', Georgia, 'Times New Roman', serif"
  const soft = { fontSize: '14px', color: '#5f6068', margin: 0 }
  return (
    <Section
      style={{
        backgroundColor: '#fbeac2',
        border: '2px solid #a3233a',
        borderRadius: '18px',
        margin: '8px 0 22px',
        padding: '22px 18px',
      }}
    >
      <Text style={{ ...soft, color: '#23262d' }}>
        {m.giftcard_mail_card({ site: context.site.name }, locale)}
      </Text>
      <Text style={{ fontFamily: serif, fontSize: '40px', lineHeight: 1.2, margin: '4px 0 12px' }}>
        {formatEuro(cents, context.language)}
      </Text>
      <Text style={{ ...soft, color: '#23262d' }}>{m.common_code({}, locale)}</Text>
      <Text
        style={{
          fontFamily: "'Courier New', Courier, monospace",
          // Small enough for one line on a phone, so that the code can be copied at once.
          fontSize: '20px',
          fontWeight: 700,
          lineHeight: 1.3,
          margin: '2px 0 12px',
        }}
      >
        {certificate}
      </Text>
      <Text style={{ ...soft, color: '#23262d' }}>
        {expires_on === null
          ? m.giftcard_mail_card_no_expiry({}, locale)
          : m.giftcard_mail_card_until({ day: formatDay(expires_on, context.language) }, locale)}
      </Text>
    </Section>
  )
}

/** To the host: what was ordered for the money. */
function giftRedeemed(props: z.output<typeof redeemed>, context: EmailContext) {
  const locale = { locale: context.language }
  const subject = m.giftcard_mail_redeemed_subject({ gift: props.gift }, locale)
  const line = {
    label: props.units > 1 ? `${props.units} × ${props.gift}` : props.gift,
    value: formatEuro(props.cents, context.language),
  }
  return {
    subject,
    body: (
      <EmailLayout about={context} title={m.giftcard_mail_redeemed_title({}, locale)} preview={subject}>
        <EmailText>{m.giftcard_mail_redeemed_text({ registry: props.registry }, locale)}</EmailText>
        <EmailRows lines={[line]} />
        <EmailText>
          {props.digital
            ? m.giftcard_mail_redeemed_digital({}, locale)
            : m.giftcard_mail_redeemed_parcel({}, locale)}
        </EmailText>
        <EmailButton about={context} path={paths.collectedGiftCards(props.code)}>
          {m.giftcard_mail_issued_button({}, locale)}
        </EmailButton>
      </EmailLayout>
    ),
  }
}

type RefusedProps = z.output<typeof refused>

/** To the host: the shop refused the order, and the money is open again. */
function orderRefused(props: RefusedProps, context: EmailContext) {
  const locale = { locale: context.language }
  const { gift } = props
  const amount = formatEuro(props.cents, context.language)
  return moneyReturned(props, context, {
    subject: m.giftcard_mail_refused_subject({ gift }, locale),
    title: m.giftcard_mail_refused_title({}, locale),
    text: m.giftcard_mail_refused_text({ gift, amount }, locale),
  })
}

/** To the host: the shop accepted the order, and cancelled or refunded it later. */
function orderRefunded(props: RefusedProps, context: EmailContext) {
  const locale = { locale: context.language }
  const { gift } = props
  const amount = formatEuro(props.cents, context.language)
  return moneyReturned(props, context, {
    subject: m.giftcard_mail_returned_subject({ gift }, locale),
    title: m.giftcard_mail_returned_title({}, locale),
    text: m.giftcard_mail_returned_text({ gift, amount }, locale),
  })
}

/** To the host: guests got their money back before it was sent, or staff have cancelled it. */
function payoutWithdrawn(props: z.output<typeof withdrawn>, context: EmailContext) {
  const locale = { locale: context.language }
  const amount = formatEuro(props.cents, context.language)
  return moneyReturned(props, context, {
    subject: m.giftcard_mail_withdrawn_subject({ registry: props.registry }, locale),
    title: props.by_staff
      ? m.giftcard_mail_cancelled_title({}, locale)
      : m.giftcard_mail_withdrawn_title({}, locale),
    text: (props.by_staff ? m.giftcard_mail_cancelled_text : m.giftcard_mail_withdrawn_text)(
      { amount, registry: props.registry },
      locale,
    ),
  })
}

function moneyReturned(
  props: { code: string },
  context: EmailContext,
  { subject, title, text }: { subject: string; title: string; text: string },
) {
  const locale = { locale: context.language }
  return {
    subject,
    body: (
      <EmailLayout about={context} title={title} preview={subject}>
        <EmailText>{text}</EmailText>
        <EmailButton about={context} path={paths.collectedGiftCards(props.code)}>
          {m.giftcard_mail_issued_button({}, locale)}
        </EmailButton>
      </EmailLayout>
    ),
  }
}
