import './cards.css'
import './typefaces.css'
import { formatDay } from '../../base/dates.ts'
import { formatCode } from '../../base/fields.ts'
import type { Language } from '../../base/language.ts'
import { canonicalAddress, paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { loadHostedRegistry } from '../../registry/pages/host-page-frame.tsx'
import type { RegistryView } from '../../registry/registry.contract.ts'
import { Select } from '../../ui/form/text-field.tsx'
import { Link } from '../../ui/page/link.tsx'
import { Page } from '../../ui/page/page.tsx'
import { pageContext } from '../../ui/page/page-context.ts'
import { buildPageMeta } from '../../ui/page/page-meta.ts'
import { PrintTools, readSheetLanguages } from '../../ui/page/print-tools.tsx'
import { useNonce, useSite } from '../../ui/page/site-data.ts'
import { showInvitationContent } from '../content.contract.ts'
import { drawableDesign, fontStackOf, frameColourOf } from '../content.rules.ts'
import { showEventDetails } from '../day.contract.ts'
import { drawQrCode, type QrDrawing } from '../share/qr.rules.ts'
import type { Route } from './+types/cards-page'
import { QrCode } from './qr-code.tsx'

/** Two columns of five on a sheet of A4. */
const cardNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/**
 * The language of the cards is chosen by `?sheet=`, where they lead by `?to=`: guests can't open a private registry, so
 * its cards lead to the day.
 */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const registry = await loadHostedRegistry(ctx, request, params.id)
  const { chosen, spoken } = readSheetLanguages(request, ctx.language)
  const language = chosen === 'both' ? ctx.language : chosen
  const fallback = registry.registry_status === 'private' ? 'invited' : 'registry'
  const to = new URL(request.url).searchParams.get('to') ?? fallback
  const { token } = await ctx.call(showEventDetails, { registry: registry.id })
  const path = to === 'invited' ? paths.invited(token) : paths.registry(registry.id)
  const url = ctx.site.url + canonicalAddress(path, language)
  return {
    isForInvited: to === 'invited',
    registry,
    design: await ctx.call(showInvitationContent, { registry: registry.id }),
    chosen,
    spoken,
    drawing: drawQrCode(url),
    language: ctx.language,
    site: ctx.site,
  }
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  if (!loaderData) return []
  const { language, site } = loaderData
  const path = paths.registryCards(params.id)
  return buildPageMeta({ title: m.common_cards_to_print(), path, language, site, noindex: true })
}

/** A sheet of small cards (R710) to print, cut, and put into paper invitations. */
export default function CardsPage({ loaderData }: Route.ComponentProps) {
  const { registry, design, chosen, spoken, drawing, isForInvited } = loaderData
  const look = drawableDesign(design)
  const { text_color, background_color, font_family } = look
  const frame = frameColourOf(look)
  return (
    <Page title={m.common_cards_to_print()} lead={m.invitation_cards_lead()}>
      <div className="mb-8">
        {/* The design of the invitation that it lies in. */}
        <style nonce={useNonce()} suppressHydrationWarning>
          {`.printed-card{background:${background_color};color:${text_color}}.printed-card>div{font-family:${fontStackOf(font_family)}}${frame ? `.printed-card{box-shadow:inset 0 0 0 2.6mm ${background_color},inset 0 0 0 2.8mm ${frame}}` : ''}`}
        </style>
        <PrintTools
          label={m.invitation_cards_language()}
          chosen={chosen}
          fields={
            <Select
              label={m.day_cards()}
              name="to"
              defaultValue={isForInvited ? 'invited' : 'registry'}
              className="w-60"
              options={[
                { value: 'registry', label: m.day_cards_registry() },
                { value: 'invited', label: m.day_cards_invited() },
              ]}
            />
          }
        >
          <Link to={paths.shareRegistry(registry.slug ?? registry.id)} variant="text" className="py-2.5">
            {m.invitation_cards_back()}
          </Link>
        </PrintTools>
      </div>
      <ul className="card-sheet">
        {cardNumbers.map(number => (
          <li key={number} aria-hidden={number > 1 || undefined}>
            <PrintedCard registry={registry} spoken={spoken} drawing={drawing} isForInvited={isForInvited} />
          </li>
        ))}
      </ul>
    </Page>
  )
}

/** A card of 85 × 54 mm with the registry's name, code and QR code. */
function PrintedCard(props: {
  registry: RegistryView
  /** The languages of its text, one below the other. */
  spoken: Language[]
  drawing: QrDrawing
  /** Leads to the day instead of the registry, whose code it does not name. */
  isForInvited: boolean
}) {
  const { registry, spoken, drawing, isForInvited } = props
  const host = new URL(useSite()?.url ?? 'http://localhost').host
  return (
    <div className="printed-card">
      <div className="flex min-w-0 flex-1 flex-col justify-between">
        <div>
          <p className="text-[13pt] leading-tight text-balance">{registry.registry_name}</p>
          {registry.registry_date !== null && (
            <p className="mt-1 text-[7.5pt]">{formatDay(registry.registry_date, spoken[0] ?? 'el')}</p>
          )}
        </div>
        <div className="flex flex-col gap-0.5 text-[8pt] leading-snug">
          {spoken.map(language => (
            <p key={language} lang={language} className="font-semibold">
              {(isForInvited ? m.day_card_text : m.invitation_card_text)({}, { locale: language })}
            </p>
          ))}
          {!isForInvited && (
            <p className="mt-1 font-semibold text-[9pt] tabular-nums">{formatCode(registry.id)}</p>
          )}
          <p className="text-[7.5pt]">{host}</p>
        </div>
      </div>
      <QrCode drawing={drawing} className="shrink-0 self-center" />
    </div>
  )
}
