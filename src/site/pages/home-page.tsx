import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { registryTypes } from '../../registry/contract.ts'
import { inEventOrder } from '../../registry/event-rules.ts'
import { orErrorPage } from '../../ui/attempt.ts'
import { pageVisit } from '../../ui/context.ts'
import { Link } from '../../ui/link.tsx'
import { pageMeta } from '../../ui/meta.ts'
import { Section } from '../../ui/page.tsx'
import { Picture, type PictureName } from '../../ui/picture.tsx'
import { Tile, type Tone } from '../../ui/tile.tsx'
import type { Route } from './+types/home-page'
import { Begin } from './begin.tsx'
import { EventTypes } from './event-types.tsx'
import { Benefits } from './home-benefits.tsx'
import { Occasions } from './home-occasions.tsx'
import { Steps } from './home-steps.tsx'
import { siteData } from './structured.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { call, language } = context.get(pageVisit)
  const types = await orErrorPage(call(registryTypes, { lang: language }))
  return { types: inEventOrder(types).slice(0, eventsShown) }
}

/** Spec §2: the first six as cards, the rest behind the link to /other. */
const eventsShown = 6

export function meta({ matches }: Route.MetaArgs) {
  const root = matches[0].loaderData
  if (!root) return []
  const { language, site } = root
  const [title, description] = [m.site_home_name(), m.site_home_lead()]
  return [...pageMeta({ title, description, path: paths.home, language, site }), siteData(site, language)]
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="measure pb-8">
      <Hero />
      <Celebrations types={loaderData.types} />
      <Section title={m.site_benefits_title()} lead={m.site_benefits_lead()}>
        <Benefits leadsOn />
      </Section>
      <Section title={m.site_steps_title()} lead={m.site_steps_lead()}>
        <Steps />
      </Section>
      <Section title={m.site_occasions_title()} lead={m.site_occasions_lead()}>
        <Occasions />
      </Section>
    </div>
  )
}

function Hero() {
  return (
    <div className="grid items-end gap-x-12 gap-y-10 pt-9 pb-12 lg:grid-cols-[1.05fr_1fr] lg:pt-16 lg:pb-20">
      <div className="lg:self-center">
        <h1 className="text-[2.75rem] leading-[1.18] lg:text-4xl">{m.site_home_title()}</h1>
        <p className="mt-4 max-w-xl text-lg text-soft lg:mt-3 lg:text-xl">{m.site_home_lead()}</p>
        <Begin className="mt-7" />
        <p className="mt-5 text-sm text-soft">{m.site_home_free()}</p>
      </div>
      <div className="grid grid-cols-3 items-end gap-3.5 lg:gap-4.5">
        <HeroArch tone="sky" picture="bicycle" className="h-42 lg:h-71" />
        <HeroArch tone="rose" picture="gift" className="h-63 lg:h-107" />
        <HeroArch tone="leaf" picture="plant" className="h-49 lg:h-84" />
      </div>
    </div>
  )
}

function HeroArch(props: { tone: Tone; picture: PictureName; className: string }) {
  return (
    <Tile tone={props.tone} shape="gate" className={`items-end pb-4 lg:pb-5 ${props.className}`}>
      <Picture name={props.picture} size={128} soon className="h-auto w-[72%] max-w-32" />
    </Tile>
  )
}

function Celebrations({ types }: { types: { slug: string; name: string }[] }) {
  return (
    <Section title={m.site_events_title()} lead={m.site_events_lead()}>
      <EventTypes types={types} />
      <p className="mt-8">
        <Link to="/other" look="weight" className="inline-flex min-h-8 items-center">
          {m.site_events_other()}
        </Link>
      </p>
    </Section>
  )
}
