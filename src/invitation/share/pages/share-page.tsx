import { redirect } from 'react-router'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { findRegistry } from '../../../registry/registry/contract.ts'
import { CopyLinkField } from '../../../registry/registry/pages/share-link.tsx'
import { ButtonLink, buttonClasses } from '../../../ui/form/button.tsx'
import { PageDialog } from '../../../ui/overlay/page-dialog.tsx'
import { useLocalizedHref } from '../../../ui/page/link.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import { drawQrCode } from '../qr-rules.ts'
import type { Route } from './+types/share-page'
import { CodeAndQr } from './code-and-qr.tsx'
import { ShareButtons } from './share-buttons.tsx'

/** The registry page below this dialog has already refused visitors who may not see the registry. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { call, language, site } = context.get(pageContext)
  const [registry] = await call(findRegistry, { id: params.id })
  if (!registry) throw redirect(withLanguage(paths.notFound, language))
  const address = paths.registry(registry.slug ?? registry.id)
  const url = site.url + withLanguage(address, language)
  return { registry, address, url, drawing: drawQrCode(url) }
}

/** Every way to share a registry (R710). */
export default function SharePage({ loaderData }: Route.ComponentProps) {
  const { registry, address, url, drawing } = loaderData
  const { id } = registry
  const calendarHref = useLocalizedHref(paths.registryCalendar(id))
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
            <a href={calendarHref} className={buttonClasses({ kind: 'outline' })}>
              {m.invitation_calendar()}
            </a>
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
