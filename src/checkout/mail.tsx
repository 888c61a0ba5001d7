import * as z from 'zod/mini'
import type { Language } from '../base/language.ts'
import { formatEuro } from '../base/money.ts'
import { paths } from '../base/paths.ts'
import { m } from '../paraglide/messages.js'
import {
  type MailAbout,
  MailButton,
  MailFrame,
  MailLines,
  MailLink,
  MailQuote,
  MailText,
  type Template,
  template,
} from '../ui/mail-frame.tsx'

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
export const mails: Record<string, Template> = {
  'gift-given': template(brought, giftGiven),
  'gift-thanks': template(brought, giftThanks),
}

/** To the host: who gave what, with which words. */
function giftGiven(props: Brought, about: MailAbout) {
  const say = { locale: about.language }
  const { registry, giver, message } = props
  const subject = m.checkout_mail_given_subject({ registry }, say)
  return {
    subject,
    body: (
      <MailFrame about={about} title={m.checkout_mail_given_title({}, say)} preview={subject}>
        <MailText>{m.checkout_mail_given_text({ registry }, say)}</MailText>
        <MailLines lines={linesOf(props, about.language)} />
        <MailText>
          {giver ? m.checkout_mail_given_from({ giver }, say) : m.checkout_mail_given_anonymous({}, say)}
        </MailText>
        {message && <MailQuote>{message}</MailQuote>}
        {props.surplus > 0 && (
          <MailText>
            {m.checkout_mail_given_surplus({ amount: formatEuro(props.surplus, about.language) }, say)}
          </MailText>
        )}
        <MailButton about={about} path={paths.registryGifts(props.code)}>
          {m.checkout_mail_given_button({}, say)}
        </MailButton>
      </MailFrame>
    ),
  }
}

/** To the giver: thanks, and what was given. */
function giftThanks(props: Brought, about: MailAbout) {
  const say = { locale: about.language }
  const { registry, hosts } = props
  // Most registries are called after their hosts: who has been named is not named again.
  const whose = registry === hosts ? registry : `${registry} (${hosts})`
  const subject = m.checkout_mail_thanks_subject({ registry }, say)
  return {
    subject,
    body: (
      <MailFrame about={about} title={m.checkout_mail_thanks_title({}, say)} preview={subject}>
        <MailText>{m.checkout_mail_thanks_text({ registry: whose }, say)}</MailText>
        <MailLines lines={linesOf(props, about.language)} />
        <MailText>{m.checkout_mail_thanks_shop({}, say)}</MailText>
        {props.mine && (
          <>
            <MailText>{m.checkout_mail_thanks_mine({}, say)}</MailText>
            <MailButton about={about} path={paths.myGiftBy(props.mine)}>
              {m.checkout_mail_thanks_mine_button({}, say)}
            </MailButton>
          </>
        )}
        <MailText>
          <MailLink about={about} path={paths.registry(props.code)}>
            {m.checkout_mail_thanks_button({}, say)}
          </MailLink>
        </MailText>
      </MailFrame>
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
