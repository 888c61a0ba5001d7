import * as z from 'zod/mini'
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

const brought = z.object({
  code: z.string(),
  registry: z.string(),
  hosts: z.string(),
  /** As the giver wishes to appear; empty for anonymous. */
  giver: z.string(),
  message: z.string(),
  surplus: z.int(),
  /** The giver's private token; in his own letter only. */
  mine: z.optional(z.string()),
  gifts: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['units', 'contribution', 'gift_card']),
      units: z.int(),
      cents: z.int(),
    }),
  ),
})
type Brought = z.output<typeof brought>

/** The letters of this feature, by the name that the outbox keeps. */
export const mails: Record<string, EmailTemplate> = {
  'gift-given': defineEmailTemplate(brought, giftGiven),
  'gift-thanks': defineEmailTemplate(brought, giftThanks),
}

/** To the host: who gave what, with which words. */
function giftGiven(props: Brought, about: EmailContext) {
  const say = { locale: about.language }
  const { registry, giver, message } = props
  const subject = m.checkout_mail_given_subject({ registry }, say)
  return {
    subject,
    body: (
      <EmailLayout about={about} title={m.checkout_mail_given_title({}, say)} preview={subject}>
        <EmailText>{m.checkout_mail_given_text({ registry }, say)}</EmailText>
        <EmailRows lines={linesOf(props, about.language)} />
        <EmailText>
          {giver ? m.checkout_mail_given_from({ giver }, say) : m.checkout_mail_given_anonymous({}, say)}
        </EmailText>
        {message && <EmailQuote>{message}</EmailQuote>}
        {props.surplus > 0 && (
          <EmailText>
            {m.checkout_mail_given_surplus({ amount: formatEuro(props.surplus, about.language) }, say)}
          </EmailText>
        )}
        <EmailButton about={about} path={paths.registryGifts(props.code)}>
          {m.checkout_mail_given_button({}, say)}
        </EmailButton>
      </EmailLayout>
    ),
  }
}

/** To the giver: thanks, and what was given. */
function giftThanks(props: Brought, about: EmailContext) {
  const say = { locale: about.language }
  const { registry, hosts } = props
  // Most registries are called after their hosts: who has been named is not named again.
  const whose = registry === hosts ? registry : `${registry} (${hosts})`
  const subject = m.checkout_mail_thanks_subject({ registry }, say)
  return {
    subject,
    body: (
      <EmailLayout about={about} title={m.checkout_mail_thanks_title({}, say)} preview={subject}>
        <EmailText>{m.checkout_mail_thanks_text({ registry: whose }, say)}</EmailText>
        <EmailRows lines={linesOf(props, about.language)} />
        <EmailText>{m.checkout_mail_thanks_shop({}, say)}</EmailText>
        {props.mine && (
          <>
            <EmailText>{m.checkout_mail_thanks_private_link({}, say)}</EmailText>
            <EmailButton about={about} path={paths.myGiftBy(props.mine)}>
              {m.checkout_mail_thanks_private_link_button({}, say)}
            </EmailButton>
          </>
        )}
        <EmailText>
          <EmailLink about={about} path={paths.registry(props.code)}>
            {m.checkout_mail_thanks_button({}, say)}
          </EmailLink>
        </EmailText>
      </EmailLayout>
    ),
  }
}

function linesOf({ gifts }: Brought, language: Language) {
  return gifts.map(({ name, kind, units, cents }) => ({
    label: kind === 'units' ? `${units} × ${name}` : moneyLineName(name, kind, language),
    value: formatEuro(cents, language),
  }))
}

/** How money towards a gift is called in the shop's cart and in letters; a gift card goes by its own name. */
export function moneyLineName(name: string, kind: 'contribution' | 'gift_card', language: Language): string {
  return kind === 'gift_card' ? name : m.checkout_group_line({ name }, { locale: language })
}
