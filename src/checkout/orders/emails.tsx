import * as z from 'zod/mini'
import { formatMoment } from '../../base/dates.ts'
import { hostKinds } from '../../base/host-kinds.ts'
import type { Language } from '../../base/language.ts'
import { formatEuro } from '../../base/money.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import {
  defineEmailTemplate,
  EmailButton,
  type EmailContext,
  EmailLayout,
  EmailLink,
  EmailQuote,
  EmailRows,
  type EmailTemplate,
  EmailText,
} from '../../ui/email/email-layout.tsx'

const gifts = z.array(
  z.object({
    name: z.string(),
    kind: z.enum(['units', 'contribution', 'gift_card']),
    units: z.int(),
    cents: z.int(),
  }),
)

const withdrawalProps = z.object({
  registry: z.string(),
  giver: z.string(),
  orders: z.string(),
  /** When it was confirmed, as an ISO string. */
  at: z.string(),
  gifts,
})

const giftEmailProps = z.object({
  code: z.string(),
  registry: z.string(),
  hosts: z.string(),
  host_kind: z.enum(hostKinds),
  /** As the giver wishes to appear; empty for anonymous. */
  giver: z.string(),
  message: z.string(),
  /** What the giver wrote is lost (R522). */
  recovered: z.optional(z.boolean()),
  surplus: z.int(),
  /** Units of goods beyond the wish, which the shop is asked to stop (R507). */
  second: z.optional(z.int()),
  /** The giver's private token (R516); only in the e-mail to the giver. */
  mine: z.optional(z.string()),
  gifts,
})
type GiftEmailProps = z.output<typeof giftEmailProps>

/** The e-mails of this feature by the template name in the outbox. */
export const emails: Record<string, EmailTemplate> = {
  'gift-given': defineEmailTemplate(giftEmailProps, giftGivenEmail),
  'gift-thanks': defineEmailTemplate(giftEmailProps, giftThanksEmail),
  'withdrawal-received': defineEmailTemplate(withdrawalProps, withdrawalReceivedEmail),
}

/** To a host: who gave what, with which message. */
function giftGivenEmail(props: GiftEmailProps, about: EmailContext) {
  const options = { locale: about.language }
  const { registry, giver, message } = props
  const subject = m.checkout_mail_given_subject({ registry }, options)
  return {
    subject,
    body: (
      <EmailLayout about={about} title={m.checkout_mail_given_title({}, options)} preview={subject}>
        <EmailText>{m.checkout_mail_given_text({ registry }, options)}</EmailText>
        <EmailRows lines={giftRows(props, about.language)} />
        <EmailText>
          {giver
            ? m.checkout_mail_given_from({ giver }, options)
            : m.checkout_mail_given_anonymous({}, options)}
        </EmailText>
        {message && <EmailQuote>{message}</EmailQuote>}
        {props.recovered && <EmailText>{m.received_recovered({}, options)}</EmailText>}
        {props.surplus > 0 && (
          <EmailText>
            {m.checkout_mail_given_surplus({ amount: formatEuro(props.surplus, about.language) }, options)}
          </EmailText>
        )}
        {(props.second ?? 0) > 0 && (
          <EmailText>{m.checkout_mail_given_second({ count: props.second ?? 0 }, options)}</EmailText>
        )}
        <EmailButton about={about} path={paths.registryGifts(props.code)}>
          {m.checkout_mail_given_button({}, options)}
        </EmailButton>
      </EmailLayout>
    ),
  }
}

/** To the giver: thanks, what was given, and the private link to it. */
function giftThanksEmail(props: GiftEmailProps, about: EmailContext) {
  const options = { locale: about.language }
  const { registry, hosts } = props
  // Most registries are called after their hosts, whose names are then not repeated.
  const registryOfHosts = registry === hosts ? registry : `${registry} (${hosts})`
  const subject = m.checkout_mail_thanks_subject({ registry }, options)
  return {
    subject,
    body: (
      <EmailLayout about={about} title={m.common_thank_you({}, options)} preview={subject}>
        <EmailText>
          {m.checkout_mail_thanks_text({ hosts: props.host_kind, registry: registryOfHosts }, options)}
        </EmailText>
        <EmailRows lines={giftRows(props, about.language)} />
        <EmailText>{m.checkout_mail_thanks_shop({}, options)}</EmailText>
        {props.mine && (
          <>
            <EmailText>{m.checkout_mail_thanks_private_link({}, options)}</EmailText>
            <EmailButton about={about} path={paths.myGiftBy(props.mine)}>
              {m.common_your_gift({}, options)}
            </EmailButton>
          </>
        )}
        <EmailText>
          <EmailLink about={about} path={paths.registry(props.code)}>
            {m.common_back_to_the_registry({}, options)}
          </EmailLink>
        </EmailText>
      </EmailLayout>
    ),
  }
}

/** To the giver: that the withdrawal from the contract was received, of what and when (R517). */
function withdrawalReceivedEmail(props: z.output<typeof withdrawalProps>, about: EmailContext) {
  const options = { locale: about.language }
  const time = formatMoment(new Date(props.at), about.language)
  const subject = m.checkout_mail_withdrawal_subject({ orders: props.orders }, options)
  return {
    subject,
    body: (
      <EmailLayout about={about} title={m.checkout_mail_withdrawal_title({}, options)} preview={subject}>
        <EmailText>
          {m.checkout_mail_withdrawal_text({ orders: props.orders, registry: props.registry, time }, options)}
        </EmailText>
        {props.giver && <EmailText>{m.checkout_mail_given_from({ giver: props.giver }, options)}</EmailText>}
        <EmailRows lines={giftRows(props, about.language)} />
        <EmailText>{m.checkout_mail_withdrawal_next({}, options)}</EmailText>
      </EmailLayout>
    ),
  }
}

function giftRows({ gifts }: Pick<GiftEmailProps, 'gifts'>, language: Language) {
  return gifts.map(({ name, kind, units, cents }) => ({
    label: kind === 'units' ? `${units} × ${name}` : moneyLineName(name, kind, language),
    value: formatEuro(cents, language),
  }))
}

/** The name of a line of money in the shop's cart and in e-mails; a gift card keeps its own name. */
export function moneyLineName(name: string, kind: 'contribution' | 'gift_card', language: Language): string {
  return kind === 'gift_card' ? name : m.checkout_group_line({ name }, { locale: language })
}
