import { m } from '../../../paraglide/messages.js'
import { trackEvent } from '../../../ui/browser/analytics.ts'
import { buttonClasses } from '../../../ui/form/button.tsx'
import { buildShareLinks } from '../rules.ts'

/** The programs people write to one another with; those that only phones have show on phones. */
export function ShareButtons({ url, name }: { url: string; name: string }) {
  const text = m.invitation_share_text({ name })
  const links = buildShareLinks({ url, text, subject: text })
  const look = buttonClasses({ kind: 'outline', size: 'small' })
  const onPhones = `${look} pointer-fine:hidden`
  return (
    <nav aria-label={m.invitation_share_with()} className="flex flex-wrap gap-2.5">
      <a
        href={links.whatsapp}
        target="_blank"
        rel="noreferrer"
        className={look}
        onClick={() => trackEvent('registry_share', { method: 'whatsapp' })}
      >
        WhatsApp
      </a>
      <a
        href={links.viber}
        className={look}
        onClick={() => trackEvent('registry_share', { method: 'viber' })}
      >
        Viber
      </a>
      <a
        href={links.messenger}
        className={onPhones}
        onClick={() => trackEvent('registry_share', { method: 'messenger' })}
      >
        Messenger
      </a>
      <a
        href={links.sms}
        className={onPhones}
        onClick={() => trackEvent('registry_share', { method: 'sms' })}
      >
        SMS
      </a>
      <a
        href={links.email}
        className={look}
        onClick={() => trackEvent('registry_share', { method: 'email' })}
      >
        {m.invitation_share_email()}
      </a>
    </nav>
  )
}
