import * as z from 'zod/mini'
import { m } from '../../paraglide/messages.js'
import {
  defineEmailTemplate,
  type EmailContext,
  EmailLayout,
  type EmailTemplate,
  EmailText,
} from '../../ui/email/email-layout.tsx'

const move = z.object({ from: z.string(), to: z.string() })

/** To staff: what the store told of itself (R1332, R1333). */
export const emails: Record<string, EmailTemplate> = {
  'shop-uninstalled': defineEmailTemplate(z.object({}), (_, about) => {
    const locale = { locale: about.language }
    return letter(about, m.shop_uninstalled_subject({}, locale), [
      m.shop_uninstalled_text({}, locale),
      m.shop_uninstalled_remedy({}, locale),
    ])
  }),
  'storefront-moved': defineEmailTemplate(move, ({ from, to }, about) => {
    const locale = { locale: about.language }
    return letter(about, m.shop_moved_subject({}, locale), [
      m.shop_moved_text({ from, to }, locale),
      m.shop_moved_remedy({}, locale),
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
