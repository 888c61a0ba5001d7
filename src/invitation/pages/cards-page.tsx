import { inLanguage, paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { ownRegistry } from '../../registry/pages/own-registry.ts'
import { pageVisit } from '../../ui/context.ts'
import { Link } from '../../ui/link.tsx'
import { pageMeta } from '../../ui/meta.ts'
import { Page } from '../../ui/page.tsx'
import { SheetTools, spokenOn } from '../../ui/sheet-tools.tsx'
import { qrDrawing } from '../qr-rules.ts'
import type { Route } from './+types/cards-page'
import './cards.css'
import { PrintedCard } from './printed-card.tsx'

/** Two columns of five on a sheet of A4. */
const places = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** What the cards say, in the language chosen for them (`?sheet=`). */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const visit = context.get(pageVisit)
  const registry = await ownRegistry(visit, request, params.id)
  const { chosen, spoken } = spokenOn(request, visit.language)
  const language = chosen === 'both' ? visit.language : chosen
  const url = visit.site.url + inLanguage(paths.registry(registry.id), language)
  return {
    registry,
    chosen,
    spoken,
    drawing: qrDrawing(url),
    language: visit.language,
    site: visit.site,
  }
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  if (!loaderData) return []
  const { language, site } = loaderData
  const path = paths.registryCards(params.id)
  return pageMeta({ title: m.invitation_cards_title(), path, language, site, hidden: true })
}

/** A sheet of small cards to print, cut, and lay into the paper invitation. */
export default function CardsPage({ loaderData }: Route.ComponentProps) {
  const { registry, chosen, spoken, drawing } = loaderData
  return (
    <Page title={m.invitation_cards_title()} lead={m.invitation_cards_lead()}>
      <div className="mb-8">
        <SheetTools label={m.invitation_cards_language()} chosen={chosen}>
          <Link to={paths.shareRegistry(registry.slug ?? registry.id)} look="text" className="py-2.5">
            {m.invitation_cards_back()}
          </Link>
        </SheetTools>
      </div>
      <ul className="card-sheet">
        {places.map(place => (
          <li key={place} aria-hidden={place > 1 || undefined}>
            <PrintedCard registry={registry} spoken={spoken} drawing={drawing} />
          </li>
        ))}
      </ul>
    </Page>
  )
}
