import { Form, useSubmit } from 'react-router'
import { asLanguage, type Language, languages } from '../../base/language.ts'
import { inLanguage, paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { ownRegistry } from '../../registry/pages/own-registry.ts'
import { Button } from '../../ui/button.tsx'
import { pageVisit } from '../../ui/context.ts'
import { Link } from '../../ui/link.tsx'
import { pageMeta } from '../../ui/meta.ts'
import { Page } from '../../ui/page.tsx'
import { Select } from '../../ui/text-field.tsx'
import { qrDrawing } from '../qr-rules.ts'
import type { Route } from './+types/cards-page'
import './cards.css'
import { PrintedCard } from './printed-card.tsx'

/** Two columns of five on a sheet of A4. */
const places = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** What the cards say, in the language chosen for them (`?cards=`): their readers' may not be the host's. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const visit = context.get(pageVisit)
  const registry = await ownRegistry(visit, request, params.id)
  const asked = new URL(request.url).searchParams.get('cards')
  const cards: Language | 'both' = asked === 'both' ? 'both' : (asLanguage(asked) ?? visit.language)
  const language = cards === 'both' ? visit.language : cards
  const url = visit.site.url + inLanguage(paths.registry(registry.id), language)
  return {
    registry,
    cards,
    spoken: cards === 'both' ? [...languages].reverse() : [cards],
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
  const { registry, cards, spoken, drawing, language } = loaderData
  const submit = useSubmit()
  return (
    <Page title={m.invitation_cards_title()} lead={m.invitation_cards_lead()}>
      <div className="no-print mb-8 flex flex-wrap items-end gap-4">
        <Form onChange={event => submit(event.currentTarget)} className="flex items-end gap-3">
          {language === 'el' && <input type="hidden" name="lang" value="el" />}
          <Select
            label={m.invitation_cards_language()}
            name="cards"
            defaultValue={cards}
            className="w-60"
            choices={[
              { value: 'el', label: 'Ελληνικά' },
              { value: 'en', label: 'English' },
              { value: 'both', label: m.invitation_cards_both() },
            ]}
          />
          <Button type="submit" kind="outline" className="js:hidden">
            {m.invitation_cards_show()}
          </Button>
        </Form>
        <Button className="hidden js:inline-flex" onClick={() => print()}>
          {m.invitation_cards_print()}
        </Button>
        <Link to={paths.shareRegistry(registry.slug ?? registry.id)} look="text" className="py-2.5">
          {m.invitation_cards_back()}
        </Link>
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
