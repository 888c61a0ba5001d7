import { m } from '../../../paraglide/messages.js'
import { trackEvent } from '../../../ui/browser/analytics.ts'
import { buttonClasses } from '../../../ui/form/button.tsx'
import { buildShareLinks } from '../rules.ts'

/** Links that share a registry through other programs (R710); Messenger and SMS show on touch devices only. */
export function ShareButtons({ url, name }: { url: string; name: string }) {
  const text = m.invitation_share_text({ name })
  const links = buildShareLinks({ url, text, subject: text })
  const classes = buttonClasses({ kind: 'outline', size: 'small' })
  const touchOnlyClasses = `${classes} pointer-fine:hidden`
  return (
    <nav aria-label={m.invitation_share_with()} className="flex flex-wrap gap-2.5">
      <a
        href={links.whatsapp}
        target="_blank"
        rel="noreferrer"
        className={classes}
        onClick={() => trackEvent('registry_share', { method: 'whatsapp' })}
      >
        WhatsApp
      </a>
      <a
        href={links.viber}
        className={classes}
        onClick={() => trackEvent('registry_share', { method: 'viber' })}
      >
        Viber
      </a>
      <a
        href={links.messenger}
        className={touchOnlyClasses}
        onClick={() => trackEvent('registry_share', { method: 'messenger' })}
      >
        Messenger
      </a>
      <a
        href={links.sms}
        className={touchOnlyClasses}
        onClick={() => trackEvent('registry_share', { method: 'sms' })}
      >
        SMS
      </a>
      <a
        href={links.email}
        className={classes}
        onClick={() => trackEvent('registry_share', { method: 'email' })}
      >
        {m.common_email()}
      </a>
    </nav>
  )
}
