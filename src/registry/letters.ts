import * as z from 'zod/mini'
import { itWasNotMe } from '../account/letters.ts'
import { formatCode } from '../base/fields.ts'
import { hostKinds } from '../base/kinds.ts'
import { canonicalAddress, paths, withCode } from '../base/paths.ts'
import { m } from '../paraglide/messages.js'
import { button, type Letter, letter, limits, toStaff } from '../ui/email/letter.ts'

const aboutRegistry = { id: z.string(), registry_name: z.string() }
const notice = limits('notice', 10, 30)

export const letters: Record<string, Letter> = {
  /** With the address to share, the code to read out, and a link to add gifts. */
  'registry-created': letter(notice, aboutRegistry, ({ id, registry_name: name }, say) => ({
    subject: say(m.registry_mail_subject, { name }),
    title: say(m.common_your_registry_is_ready),
    blocks: [
      say(m.registry_mail_text, { name }),
      {
        rows: [
          [say(m.common_address), say.site.url + canonicalAddress(paths.registry(id), say.language)],
          [say(m.common_code), formatCode(id)],
        ],
      },
      say(m.registry_mail_share),
      button(say(m.common_add_gifts), paths.addGifts(id)),
    ],
  })),
  /** To the owner, in case it was somebody else who changed it. */
  'delivery-address-changed': letter(
    limits('security', 2, 6),
    { code: z.string(), registry: z.string(), device: z.nullable(z.string()), at: z.string() },
    ({ registry, device, at }, say) => ({
      subject: say(m.registry_mail_delivery_subject),
      blocks: [
        device === null
          ? say(m.registry_mail_delivery_text, { registry, moment: say.moment(at) })
          : say(m.registry_mail_delivery_device, { registry, moment: say.moment(at), device }),
        say(m.registry_mail_delivery_not_you),
        itWasNotMe(say),
      ],
    }),
  ),
  /** To both hosts: surprise mode has ended, and everything that was given can be seen (R221). */
  'registry-revealed': letter(notice, aboutRegistry, ({ id, registry_name: name }, say) => ({
    subject: say(m.registry_mail_reveal_subject, { name }),
    title: say(m.registry_mail_reveal_title),
    blocks: [
      say(m.registry_mail_reveal_text, { name }),
      button(say(m.registry_mail_reveal_button), paths.registryGifts(id)),
    ],
  })),
  'co-host-asked': letter(
    limits('invitation', 3, 5, { isWritten: true }),
    { code: z.string(), registry_name: z.string(), host: z.string() },
    ({ code, registry_name: name, host }, say) => ({
      subject: say(m.hosting_mail_asked_subject, { name }),
      title: say(m.hosting_mail_asked_title),
      blocks: [
        say(m.hosting_mail_asked_text, { host, name }),
        say(m.hosting_mail_asked_once),
        button(say(m.hosting_mail_asked_button), withCode(paths.coHost, code)),
        say(m.email_abuse, { site: say.site.name, email: say.site.supportEmail }),
      ],
    }),
  ),
  'co-host-joined': letter(
    notice,
    { ...aboutRegistry, name: z.string(), host_kind: z.enum(hostKinds) },
    ({ id, registry_name, name, host_kind: hosts }, say) => ({
      subject: say(m.hosting_mail_joined_subject, { hosts, name: registry_name }),
      title: say(m.hosting_mail_joined_title, { hosts }),
      blocks: [
        say(m.hosting_mail_joined_text, { host: name, name: registry_name }),
        button(say(m.hosting_mail_joined_button), paths.editRegistry(id, 'co-host')),
      ],
    }),
  ),
  /** To staff: the pictures uploaded in a day have reached the site's limit (R945). */
  'pictures-full': letter(toStaff, { limit: z.int() }, ({ limit }, say) => ({
    subject: say(m.pictures_full_subject),
    blocks: [say(m.pictures_full_text, { limit: String(limit) })],
  })),
}
