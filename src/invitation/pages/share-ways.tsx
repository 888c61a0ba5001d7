import { m } from '../../paraglide/messages.js'
import { track } from '../../ui/analytics.ts'
import { buttonLook } from '../../ui/button.tsx'
import { shareLinks } from '../share-rules.ts'

/** The programs people write to one another with; those that only phones have show on phones. */
export function ShareWays({ url, name }: { url: string; name: string }) {
  const text = m.invitation_share_text({ name })
  const links = shareLinks({ url, text, subject: text })
  const look = buttonLook({ kind: 'outline', size: 'small' })
  const onPhones = `${look} pointer-fine:hidden`
  return (
    <nav aria-label={m.invitation_share_ways()} className="flex flex-wrap gap-2.5">
      <a
        href={links.whatsapp}
        target="_blank"
        rel="noreferrer"
        className={look}
        onClick={() => track('registry_share', { method: 'whatsapp' })}
      >
        WhatsApp
      </a>
      <a href={links.viber} className={look} onClick={() => track('registry_share', { method: 'viber' })}>
        Viber
      </a>
      <a
        href={links.messenger}
        className={onPhones}
        onClick={() => track('registry_share', { method: 'messenger' })}
      >
        Messenger
      </a>
      <a href={links.sms} className={onPhones} onClick={() => track('registry_share', { method: 'sms' })}>
        SMS
      </a>
      <a href={links.email} className={look} onClick={() => track('registry_share', { method: 'email' })}>
        {m.invitation_share_email()}
      </a>
    </nav>
  )
}
