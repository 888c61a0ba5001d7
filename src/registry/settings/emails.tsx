import * as z from 'zod/mini'
import { localeOf, renderAccountEmail } from '../../account/customer/emails.tsx'
import { formatMoment } from '../../base/dates.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { defineEmailTemplate, type EmailContext, type EmailTemplate } from '../../ui/email/email-layout.tsx'

const addressChangedProps = z.object({
  code: z.string(),
  registry: z.string(),
  device: z.nullable(z.string()),
  at: z.string(),
})

export const emails: Record<string, EmailTemplate> = {
  'delivery-address-changed': defineEmailTemplate(addressChangedProps, deliveryAddressChanged),
}

/** To the owner, in case that it was somebody else. */
function deliveryAddressChanged(props: z.output<typeof addressChangedProps>, about: EmailContext) {
  const options = localeOf(about)
  const moment = formatMoment(new Date(props.at), about.language)
  const { device, registry } = props
  return renderAccountEmail(
    {
      subject: m.registry_mail_delivery_subject({}, options),
      paragraphs: [
        device === null
          ? m.registry_mail_delivery_text({ registry, moment }, options)
          : m.registry_mail_delivery_device({ registry, moment, device }, options),
        m.registry_mail_delivery_not_you({}, options),
      ],
      button: { label: m.common_it_was_not_me({}, options), path: paths.forgotPassword },
    },
    about,
  )
}
