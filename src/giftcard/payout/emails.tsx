import { Section, Text } from '@react-email/components'
import * as z from 'zod/mini'
import { formatDay } from '../../base/dates.ts'
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
const closing = z.object({ ...registry, day: z.string(), cents: z.int() })
const closed = z.object({
  ...registry,
  gifts: z.int(),
  givers: z.int(),
  thanks: z.int(),
  cents: z.int(),
})
const stuck = z.object({ ...registry, certificate: z.string(), cents: z.int(), why: z.string() })
const owed = z.object({ ...registry, order: z.int(), cents: z.int() })

/** The letters of this feature, by the name that the outbox keeps. */
export const mails: Record<string, EmailTemplate> = {
  'giftcard-issued': defineEmailTemplate(issued, giftcardIssued),
  'giftcard-redeemed': defineEmailTemplate(redeemed, giftcardRedeemed),
  'giftcard-refused': defineEmailTemplate(refused, giftcardRefused),
  'giftcard-returned': defineEmailTemplate(refused, giftcardReturned),
  'registry-closing-week': defineEmailTemplate(closing, (props, about) =>
    registryCloses(props, about, 'week'),
  ),
  'registry-closing-day': defineEmailTemplate(closing, (props, about) => registryCloses(props, about, 'day')),
  'registry-closed': defineEmailTemplate(closed, registryClosed),
  'payout-stuck': defineEmailTemplate(stuck, payoutStuck),
  'money-owed': defineEmailTemplate(owed, moneyOwed),
}

/** To the host: the gift card itself, to be kept or printed. */
function giftcardIssued(props: z.output<typeof issued>, about: EmailContext) {
  const say = { locale: about.language }
  const amount = formatEuro(props.cents, about.language)
  const subject = m.giftcard_mail_issued_subject({ amount, registry: props.registry }, say)
  const texts: Record<string, string> = {
    closing: m.giftcard_mail_issued_closing({ registry: props.registry }, say),
    own: m.giftcard_mail_issued_own({ registry: props.registry }, say),
  }
  return {
    subject,
    body: (
      <EmailLayout about={about} title={m.giftcard_mail_issued_title({}, say)} preview={subject}>
        <EmailText>
          {texts[props.reason] ?? m.giftcard_mail_issued_text({ registry: props.registry }, say)}
        </EmailText>
        <Card {...props} about={about} />
        <EmailText>{m.giftcard_mail_issued_how({}, say)}</EmailText>
        <EmailText>{m.giftcard_mail_issued_rest({}, say)}</EmailText>
        <EmailText>{m.giftcard_mail_issued_keep({}, say)}</EmailText>
        <EmailButton about={about} path={paths.collectedGiftCards(props.code)}>
          {m.giftcard_mail_issued_button({}, say)}
        </EmailButton>
      </EmailLayout>
    ),
  }
}

/** The card: its value, its code large enough to be read off paper, and how long it can be used. */
function Card(card: { certificate: string; cents: number; expires_on: string | null; about: EmailContext }) {
  const { certificate, cents, expires_on, about } = card
  const say = { locale: about.language }
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
        {m.giftcard_mail_card({ site: about.site.name }, say)}
      </Text>
      <Text style={{ fontFamily: serif, fontSize: '40px', lineHeight: 1.2, margin: '4px 0 12px' }}>
        {formatEuro(cents, about.language)}
      </Text>
      <Text style={{ ...soft, color: '#23262d' }}>{m.giftcard_mail_card_code({}, say)}</Text>
      <Text
        style={{
          fontFamily: "'Courier New', Courier, monospace",
          // On a phone's width in one line, to be copied whole.
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
          ? m.giftcard_mail_card_no_expiry({}, say)
          : m.giftcard_mail_card_until({ day: formatDay(expires_on, about.language) }, say)}
      </Text>
    </Section>
  )
}

/** To the host: what was ordered for the money. */
function giftcardRedeemed(props: z.output<typeof redeemed>, about: EmailContext) {
  const say = { locale: about.language }
  const subject = m.giftcard_mail_redeemed_subject({ gift: props.gift }, say)
  const line = {
    label: props.units > 1 ? `${props.units} × ${props.gift}` : props.gift,
    value: formatEuro(props.cents, about.language),
  }
  return {
    subject,
    body: (
      <EmailLayout about={about} title={m.giftcard_mail_redeemed_title({}, say)} preview={subject}>
        <EmailText>{m.giftcard_mail_redeemed_text({ registry: props.registry }, say)}</EmailText>
        <EmailRows lines={[line]} />
        <EmailText>
          {props.digital
            ? m.giftcard_mail_redeemed_digital({}, say)
            : m.giftcard_mail_redeemed_parcel({}, say)}
        </EmailText>
        <EmailButton about={about} path={paths.collectedGiftCards(props.code)}>
          {m.giftcard_mail_issued_button({}, say)}
        </EmailButton>
      </EmailLayout>
    ),
  }
}

type Back = z.output<typeof refused>

/** To the host: the shop could not deliver it, and the money is where it was. */
function giftcardRefused(props: Back, about: EmailContext) {
  const say = { locale: about.language }
  const { gift } = props
  const amount = formatEuro(props.cents, about.language)
  return moneyIsBack(props, about, {
    subject: m.giftcard_mail_refused_subject({ gift }, say),
    title: m.giftcard_mail_refused_title({}, say),
    text: m.giftcard_mail_refused_text({ gift, amount }, say),
  })
}

/** To the host: the shop took the order on, and cancelled or refunded it later. */
function giftcardReturned(props: Back, about: EmailContext) {
  const say = { locale: about.language }
  const { gift } = props
  const amount = formatEuro(props.cents, about.language)
  return moneyIsBack(props, about, {
    subject: m.giftcard_mail_returned_subject({ gift }, say),
    title: m.giftcard_mail_returned_title({}, say),
    text: m.giftcard_mail_returned_text({ gift, amount }, say),
  })
}

function moneyIsBack(
  props: Back,
  about: EmailContext,
  { subject, title, text }: { subject: string; title: string; text: string },
) {
  const say = { locale: about.language }
  return {
    subject,
    body: (
      <EmailLayout about={about} title={title} preview={subject}>
        <EmailText>{text}</EmailText>
        <EmailButton about={about} path={paths.collectedGiftCards(props.code)}>
          {m.giftcard_mail_issued_button({}, say)}
        </EmailButton>
      </EmailLayout>
    ),
  }
}

/** To the host: the registry closes in a week, or tonight. */
function registryCloses(props: z.output<typeof closing>, about: EmailContext, kind: 'week' | 'day') {
  const say = { locale: about.language }
  const words = { registry: props.registry, day: formatDay(props.day, about.language, true) }
  const isWeek = kind === 'week'
  const subject = isWeek ? m.giftcard_mail_week_subject(words, say) : m.giftcard_mail_day_subject(words, say)
  const title = isWeek ? m.giftcard_mail_week_title({}, say) : m.giftcard_mail_day_title({}, say)
  return {
    subject,
    body: (
      <EmailLayout about={about} title={title} preview={subject}>
        <EmailText>
          {isWeek ? m.giftcard_mail_week_text(words, say) : m.giftcard_mail_day_text(words, say)}
        </EmailText>
        {props.cents > 0 && (
          <EmailText>
            {m.giftcard_mail_closing_money({ amount: formatEuro(props.cents, about.language) }, say)}
          </EmailText>
        )}
        <EmailText>{m.giftcard_mail_closing_later({}, say)}</EmailText>
        <EmailButton about={about} path={paths.editRegistry(props.code)}>
          {m.giftcard_mail_closing_button({}, say)}
        </EmailButton>
      </EmailLayout>
    ),
  }
}

/** To the host: what the registry came to, and whom to thank still. */
function registryClosed(props: z.output<typeof closed>, about: EmailContext) {
  const say = { locale: about.language }
  const subject = m.giftcard_mail_closed_subject({ registry: props.registry }, say)
  return {
    subject,
    body: (
      <EmailLayout about={about} title={m.giftcard_mail_closed_title({}, say)} preview={subject}>
        <EmailText>{m.giftcard_mail_closed_text({ registry: props.registry }, say)}</EmailText>
        <EmailRows
          lines={[
            { label: m.giftcard_mail_closed_gifts({}, say), value: String(props.gifts) },
            { label: m.giftcard_mail_closed_givers({}, say), value: String(props.givers) },
            {
              label: m.giftcard_mail_closed_money({}, say),
              value: formatEuro(props.cents, about.language),
            },
          ]}
        />
        {props.cents > 0 && <EmailText>{m.giftcard_mail_closed_card({}, say)}</EmailText>}
        {props.thanks > 0 && (
          <EmailText>{m.giftcard_mail_closed_thanks({ count: props.thanks }, say)}</EmailText>
        )}
        <EmailButton about={about} path={paths.registryGifts(props.code)}>
          {m.giftcard_mail_closed_button({}, say)}
        </EmailButton>
      </EmailLayout>
    ),
  }
}

/** To the shop's staff: a payout that the shop does not do. */
function payoutStuck(props: z.output<typeof stuck>, about: EmailContext) {
  const say = { locale: about.language }
  const amount = formatEuro(props.cents, about.language)
  const subject = m.giftcard_mail_stalled_subject({ certificate: props.certificate }, say)
  return {
    subject,
    body: (
      <EmailLayout about={about} title={m.giftcard_mail_stalled_title({}, say)} preview={subject}>
        <EmailText>{m.giftcard_mail_stalled_text({ amount, code: props.code }, say)}</EmailText>
        <EmailText>{props.why}</EmailText>
      </EmailLayout>
    ),
  }
}

/** To the shop's staff: money went back to a guest that the host has already. */
function moneyOwed(props: z.output<typeof owed>, about: EmailContext) {
  const say = { locale: about.language }
  const amount = formatEuro(props.cents, about.language)
  const subject = m.giftcard_mail_negative_balance_subject({ amount, order: props.order }, say)
  return {
    subject,
    body: (
      <EmailLayout about={about} title={m.giftcard_mail_negative_balance_title({}, say)} preview={subject}>
        <EmailText>
          {m.giftcard_mail_negative_balance_text({ amount, order: props.order, code: props.code }, say)}
        </EmailText>
      </EmailLayout>
    ),
  }
}
