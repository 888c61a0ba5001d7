import type { ComponentProps } from 'react'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { listEventTypes } from '../../../registry/registry/event-type-contract.ts'
import { sortEventTypes } from '../../../registry/registry/event-type-rules.ts'
import { Link } from '../../../ui/page/link.tsx'
import { Section } from '../../../ui/page/page.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { buildPageMeta } from '../../../ui/page/page-meta.ts'
import { websiteStructuredData } from '../../seo/pages/structured-data.ts'
import type { Route } from './+types/home-page'
import { BenefitList } from './benefit-list.tsx'
import { CreateOrFindLinks } from './create-or-find-links.tsx'
import { EventTypeGrid } from './event-type-grid.tsx'
import { HowItWorksSteps } from './how-it-works-steps.tsx'
import { OccasionList } from './occasion-list.tsx'
import { SampleRegistry, type SampleRegistryTexts } from './sample-registry.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { call, language } = context.get(pageContext)
  const types = await call(listEventTypes, { lang: language })
  return { types: sortEventTypes(types).slice(0, maxEventTypes), sample: sampleTexts() }
}

function sampleTexts(): SampleRegistryTexts {
  return {
    label: m.site_sample_label(),
    event: m.site_sample_event(),
    names: m.site_sample_names(),
    given: m.ui_gifts_given({ given: 5, total: 12 }),
    gifts: [
      { kind: 'given', tone: 'leaf', picture: 'plant', name: m.site_sample_given(), note: m.gift_given() },
      {
        kind: 'group',
        tone: 'sky',
        picture: 'bicycle',
        name: m.site_sample_group(),
        note: m.site_sample_together(),
      },
      {
        kind: 'open',
        tone: 'honey',
        picture: 'suitcase',
        name: m.site_sample_open(),
        note: m.site_sample_price(),
      },
    ],
    wish: m.site_sample_wish(),
    giver: m.site_sample_giver(),
  }
}

/** The others are reached by the link to /other (R806). */
const maxEventTypes = 6

export function meta({ matches }: Route.MetaArgs) {
  const root = matches[0].loaderData
  if (!root) return []
  const { language, site } = root
  const [title, description] = [m.site_home_name(), m.site_home_lead()]
  return [
    ...buildPageMeta({ title, description, path: paths.home, language, site }),
    websiteStructuredData(site, language),
  ]
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="measure pb-8">
      <Hero sample={loaderData.sample} />
      <Celebrations types={loaderData.types} />
      <Section title={m.site_benefits_title()} lead={m.site_benefits_lead()}>
        <BenefitList hasLink />
      </Section>
      <Section title={m.site_steps_title()} lead={m.site_steps_lead()}>
        <HowItWorksSteps />
      </Section>
      <Section title={m.site_occasions_title()} lead={m.site_occasions_lead()}>
        <OccasionList />
      </Section>
    </div>
  )
}

function Hero({ sample }: { sample: SampleRegistryTexts }) {
  return (
    <div className="grid items-center gap-x-12 gap-y-10 pt-9 pb-12 md:grid-cols-[1.05fr_1fr] lg:pt-16 lg:pb-20">
      <div>
        <h1 className="text-[2.75rem] leading-[1.18] md:text-[2.375rem] lg:text-[3.25rem] min-[72rem]:text-4xl">
          {m.site_home_title()}
        </h1>
        <p className="mt-4 max-w-xl text-lg text-soft lg:mt-3 lg:text-xl">{m.site_home_lead()}</p>
        <CreateOrFindLinks className="mt-7" />
        {/* Everybody gets the same page; who is signed in is known to the document alone (R813). */}
        <Link
          to={paths.myRegistries}
          variant="strong"
          className="mt-4 hidden w-fit py-2 in-data-signed-in:block"
        >
          {m.common_my_registries()}
        </Link>
        <p className="mt-5 text-sm text-soft">{m.site_home_free()}</p>
      </div>
      <SampleRegistry {...sample} />
    </div>
  )
}

function Celebrations({ types }: ComponentProps<typeof EventTypeGrid>) {
  return (
    <Section title={m.site_events_title()} lead={m.site_events_lead()}>
      <EventTypeGrid types={types} />
      <p className="mt-8">
        <Link to="/other" variant="strong" className="inline-flex min-h-8 items-center">
          {m.site_events_other()}
        </Link>
      </p>
    </Section>
  )
}
