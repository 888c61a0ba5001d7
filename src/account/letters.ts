import * as z from 'zod/mini'
import { paths, withCode } from '../base/paths.ts'
import { m } from '../paraglide/messages.js'
import { type Block, button, type Letter, letter, limits, type Say, toStaff } from '../ui/email/letter.ts'
import { protectedActs } from './email-change/email-change.rules.ts'
import { factorChanges } from './second-factor/second-factor.rules.ts'

const code = z.string()
const act = { at: z.string(), device: z.nullable(z.string()) }

/** Above the limits of the calls that cause these e-mails, after which the last code stays valid (R114, R117). */
const codeLimits = limits('code', 10, 20)
const securityLimits = limits('security', 2, 6)
const frequentSecurityLimits = limits('security', 8, 24)

export const confirmationButton = (value: string, say: Say): Block =>
  button(say(m.common_confirm_my_email), withCode(paths.emailConfirmation, value))

export const whenAndWhere = (at: string, device: string | null, say: Say): string =>
  device === null
    ? say(m.giftcard_mail_requested_when, { moment: say.moment(at) })
    : say(m.giftcard_mail_requested_where, { moment: say.moment(at), device })

export const itWasNotMe = (say: Say): Block => button(say(m.common_it_was_not_me), paths.forgotPassword)

/** To the former address, when a new one was asked for and when it was confirmed. */
const emailChangeNotice = (
  subject: typeof m.account_mail_email_changed_subject,
  text: typeof m.account_mail_email_changed_text,
) =>
  // The e-mail is masked.
  letter(securityLimits, { code, email: z.string(), ...act }, (props, say) => ({
    subject: say(subject),
    blocks: [
      say(text, { email: props.email }),
      whenAndWhere(props.at, props.device, say),
      say(m.account_mail_email_stop_text),
      button(say(m.common_it_was_not_me), withCode(paths.emailChangeStop, props.code)),
    ],
  }))

const passwordChanged = (text: typeof m.account_mail_changed_text) =>
  letter(securityLimits, {}, (_, say) => ({
    subject: say(m.account_mail_changed_subject),
    blocks: [say(text), itWasNotMe(say)],
  }))

const actTexts = {
  co_host_asked: m.account_mail_act_co_host,
  closing_day: m.account_mail_act_closing_day,
  data_downloaded: m.account_mail_act_download,
}

const factorTexts = {
  added: m.account_mail_factor_added,
  removed: m.account_mail_factor_removed,
  codes: m.account_mail_factor_codes,
  recovered: m.account_mail_factor_recovered,
  guessed: m.account_mail_factor_guessed,
}

export const letters: Record<string, Letter> = {
  /** `from_shop`: the account was made by the shop's password (R120). */
  welcome: letter(codeLimits, { code, from_shop: z.optional(z.boolean()) }, (props, say) => ({
    subject: say(m.account_mail_welcome_subject, { site: say.site.name }),
    title: say(m.account_mail_welcome_title),
    blocks: [
      say(m.account_mail_welcome_text),
      say(props.from_shop ? m.account_mail_shop_text : m.account_mail_confirm_text),
      confirmationButton(props.code, say),
      say(props.from_shop ? m.account_mail_shop_not_you : m.account_mail_confirm_not_you),
    ],
  })),
  'confirm-email': letter(codeLimits, { code }, (props, say) => ({
    subject: say(m.account_mail_confirm_subject),
    blocks: [
      say(m.account_mail_confirm_text),
      confirmationButton(props.code, say),
      say(m.account_mail_confirm_not_you),
    ],
  })),
  'email-change-confirm': letter(codeLimits, { code }, (props, say) => ({
    subject: say(m.account_mail_email_confirm_subject),
    blocks: [
      say(m.account_mail_email_confirm_text, { site: say.site.name }),
      button(say(m.common_confirm_my_email), withCode(paths.emailChange, props.code)),
      say(m.account_mail_confirm_not_you),
    ],
  })),
  'email-change-requested': emailChangeNotice(
    m.account_mail_email_requested_subject,
    m.account_mail_email_requested_text,
  ),
  /** To the current address, when the shop's staff asked for it. */
  'email-correction-requested': emailChangeNotice(
    m.account_mail_email_requested_subject,
    m.account_mail_email_correction_text,
  ),
  'email-changed': emailChangeNotice(m.account_mail_email_changed_subject, m.account_mail_email_changed_text),
  /** To the owner, and to the former address while it can take the account back. */
  'protected-act': letter(
    frequentSecurityLimits,
    { act: z.enum(protectedActs), registry: z.nullable(z.string()), ...act },
    (props, say) => ({
      subject: say(m.account_mail_act_subject),
      blocks: [
        say(actTexts[props.act], { registry: props.registry ?? '' }),
        whenAndWhere(props.at, props.device, say),
        say(m.account_mail_device_you),
        itWasNotMe(say),
      ],
    }),
  ),
  /** To staff: the shop has another customer with the new e-mail. */
  'shop-email-differs': letter(toStaff, { customer: z.int(), shop_customer: z.int() }, (props, say) => ({
    subject: say(m.account_mail_shop_email_subject),
    blocks: [
      say(m.account_mail_shop_email_text, {
        customer: String(props.customer),
        shop_customer: String(props.shop_customer),
      }),
    ],
  })),
  'password-reset': letter(
    limits('code', 10, 20, { isAccess: 'own' }),
    { email: z.string(), code },
    (link, say) => ({
      subject: say(m.account_mail_reset_subject),
      blocks: [
        say(m.account_mail_reset_text),
        button(
          say(m.account_mail_reset_action),
          `${paths.resetPassword}?${new URLSearchParams({ ...link })}`,
        ),
        say(m.account_mail_reset_not_you),
      ],
    }),
  ),
  /** After a reset by a code. */
  'password-changed': passwordChanged(m.account_mail_changed_text),
  /** After a change in the settings. */
  'password-updated': passwordChanged(m.account_mail_updated_text),
  'new-device': letter(securityLimits, act, ({ device, at }, say) => ({
    subject: say(m.account_mail_device_subject),
    blocks: [
      device
        ? say(m.account_mail_device_text, { device, moment: say.moment(at) })
        : say(m.account_mail_device_unknown, { moment: say.moment(at) }),
      say(m.account_mail_device_you),
      itWasNotMe(say),
    ],
  })),
  /** The link that a sign-in takes beside the password while many wrong ones are tried (R1242). */
  'sign-in-link': letter(limits('code', 2, 24, { isAccess: 'always' }), { code }, (props, say) => ({
    subject: say(m.account_mail_link_subject),
    blocks: [
      say(m.account_mail_link_text),
      say(m.account_mail_link_do),
      button(say(m.common_sign_in), `${paths.login}?${new URLSearchParams({ link: props.code })}`),
      say(m.account_mail_link_not_you),
    ],
  })),
  'sign-in-guessed': letter(securityLimits, { at: z.string() }, ({ at }, say) => ({
    subject: say(m.account_mail_guessed_subject),
    blocks: [
      say(m.account_mail_guessed_text, { moment: say.moment(at) }),
      say(m.account_mail_guessed_now),
      say(m.account_mail_guessed_do),
    ],
  })),
  /** `left`: how many recovery codes are left, where one was used. */
  'second-factor-changed': letter(
    frequentSecurityLimits,
    { change: z.enum(factorChanges), ...act, left: z.nullable(z.int()) },
    ({ change, device, at, left }, say) => ({
      subject: say(m.account_mail_factor_subject),
      blocks: [
        change === 'code_used'
          ? say(m.account_mail_factor_code_used, { count: left ?? 0 })
          : say(factorTexts[change]),
        whenAndWhere(at, device, say),
        say(m.account_mail_device_you),
        itWasNotMe(say),
      ],
    }),
  ),
  'second-factor-recovery': letter(frequentSecurityLimits, { code, until: z.string() }, (props, say) => ({
    subject: say(m.account_mail_factor_recovery_subject),
    blocks: [
      say(m.account_mail_factor_recovery_text, { moment: say.moment(props.until) }),
      say(m.account_mail_factor_recovery_stop),
      button(say(m.account_factor_stop_action), withCode(paths.factorRecoveryStop, props.code)),
    ],
  })),
  'account-leaving': letter(securityLimits, { until: z.string() }, ({ until }, say) => ({
    subject: say(m.account_deactivated),
    blocks: [
      say(m.account_mail_deactivated_text),
      say(m.account_mail_deactivated_grace, { moment: say.moment(until) }),
      button(say(m.account_mail_deactivated_action), paths.login),
    ],
  })),
  'account-back': letter(securityLimits, {}, (_, say) => ({
    subject: say(m.account_mail_restored_subject),
    blocks: [say(m.account_mail_restored_text), button(say(m.common_to_my_registries), paths.myRegistries)],
  })),
  'account-erased': letter(securityLimits, {}, (_, say) => ({
    subject: say(m.account_mail_erased_subject),
    blocks: [say(m.account_mail_erased_text)],
  })),
}
