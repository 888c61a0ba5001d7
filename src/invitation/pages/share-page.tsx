import type { ComponentProps } from 'react'
import { redirect } from 'react-router'
import { formatCode } from '../../base/fields.ts'
import { canonicalAddress, paths, withLanguage } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { CalendarLinks } from '../../registry/pages/calendar-links.tsx'
import { CopyLinkField } from '../../registry/pages/share-link.tsx'
import { findRegistry } from '../../registry/registry.contract.ts'
import { trackEvent } from '../../ui/browser/analytics.ts'
import { ButtonLink, buttonClasses } from '../../ui/form/button.tsx'
import { PageDialog } from '../../ui/overlay/page-dialog.tsx'
import { linkClasses, useLocalizedHref } from '../../ui/page/link.tsx'
import { pageContext } from '../../ui/page/page-context.ts'
import { Notice } from '../../ui/text/facts.tsx'
import { drawQrCode, type QrDrawing } from '../share/qr.rules.ts'
import { buildShareLinks } from '../share/share.rules.ts'
import type { Route } from './+types/share-page'
import { QrCode } from './qr-code.tsx'

/** The registry page below this dialog has already refused visitors who may not see the registry. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { call, language, site } = context.get(pageContext)
  const [registry] = await call(findRegistry, { id: params.id })
  if (!registry) throw redirect(withLanguage(paths.notFound, language))
  const address = paths.registry(registry.slug ?? registry.id)
  const url = site.url + canonicalAddress(address, language)
  return { registry, address, url, drawing: drawQrCode(url) }
}

/** Every way to share a registry (R710). */
export default function SharePage({ loaderData }: Route.ComponentProps) {
  const { registry, address, url, drawing } = loaderData
  const { id } = registry
  return (
    <PageDialog labelledBy="share-title" back={address}>
      <div className="flex flex-col gap-6">
        <h2 id="share-title" className="pr-12 text-2xl">
          {m.common_share_the_registry()}
        </h2>
        {registry.registry_status === 'private' && (
          <Notice title={m.invitation_share_private()}>{m.invitation_share_private_text()}</Notice>
        )}
        <CopyLinkField url={url} title={registry.registry_name} />
        <ShareButtons url={url} name={registry.registry_name} />
        <CodeAndQr id={id} drawing={drawing} />
        <div className="dialog-actions border-t border-line pt-6">
          {registry.registry_date !== null && (
            <CalendarLinks
              id={id}
              title={registry.registry_name}
              day={registry.registry_date}
              place={registry.event_place}
            />
          )}
          {registry.is_host && (
            <ButtonLink to={paths.editRegistry(id, 'day')} kind="outline">
              {m.day_share()}
            </ButtonLink>
          )}
          {registry.is_host && (
            <ButtonLink to={paths.editRegistry(id, 'invitation-settings')} kind="outline">
              {m.common_send_invitations()}
            </ButtonLink>
          )}
          {registry.is_owner && (
            <ButtonLink to={paths.registryCards(id)} kind="outline">
              {m.common_cards_to_print()}
            </ButtonLink>
          )}
        </div>
      </div>
    </PageDialog>
  )
}

/** The registry's code in large letters, and its QR code, to scan or download. */
function CodeAndQr({ id, drawing }: { id: string; drawing: QrDrawing }) {
  const [svgHref, pngHref] = [
    useLocalizedHref(paths.registryQr(id, 'svg')),
    useLocalizedHref(paths.registryQr(id, 'png')),
  ]
  const fileClasses = `inline-flex min-h-11 min-w-11 items-center ${linkClasses.strong}`
  return (
    <div className="grid gap-6 border-line border-t pt-6 sm:grid-cols-[1fr_auto] sm:items-center">
      <div>
        <p className="text-soft">{m.common_registry_code()}</p>
        <p className="mt-1 font-serif text-[1.75rem] leading-tight tracking-wide tabular-nums sm:text-[2rem]">
          {formatCode(id)}
        </p>
        <p className="mt-2 text-sm text-soft">{m.invitation_code_help()}</p>
      </div>
      <div className="flex items-center gap-4 sm:flex-col sm:gap-2">
        <QrCode drawing={drawing} className="size-36 rounded-field" />
        <p className="flex flex-wrap items-center gap-x-2 text-sm">
          <span className="basis-full text-soft sm:basis-auto">{m.invitation_qr_save()}</span>
          <a href={svgHref} className={fileClasses}>
            SVG
          </a>
          <a href={pngHref} className={fileClasses}>
            PNG
          </a>
        </p>
      </div>
    </div>
  )
}

type LinkProps = Pick<ComponentProps<'a'>, 'className' | 'target' | 'rel'>

/** Links that share a registry through other programs (R710); Messenger and SMS show on touch devices only. */
function ShareButtons({ url, name }: { url: string; name: string }) {
  const links = buildShareLinks(url, m.invitation_share_text({ name }))
  const classes = buttonClasses({ kind: 'outline', size: 'small' })
  const touchOnly = `${classes} pointer-fine:hidden`
  const programs: ({ method: keyof typeof links; label: string } & LinkProps)[] = [
    { method: 'whatsapp', label: 'WhatsApp', target: '_blank', rel: 'noreferrer' },
    { method: 'viber', label: 'Viber' },
    { method: 'messenger', label: 'Messenger', className: touchOnly },
    { method: 'sms', label: 'SMS', className: touchOnly },
    { method: 'email', label: m.common_email() },
  ]
  return (
    <nav aria-label={m.invitation_share_with()} className="flex flex-wrap gap-2.5">
      {programs.map(({ method, label, className = classes, ...newTab }) => (
        <a
          key={method}
          href={links[method]}
          {...newTab}
          className={className}
          onClick={() => trackEvent('registry_share', { method })}
        >
          {label}
        </a>
      ))}
    </nav>
  )
}
