import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { ButtonLink } from '../../ui/form/button.tsx'
import type { PictureName } from '../../ui/media/pictures.ts'
import { Picture } from '../../ui/media/product-tile.tsx'
import { classNames } from '../../ui/style/class-names.ts'

/** The nine benefits of the home page (R806). */
const benefits: { picture: PictureName; title: () => string; text: () => string }[] = [
  { picture: 'bags', title: m.site_benefit_variety, text: m.site_benefit_variety_text },
  { picture: 'handshake', title: m.site_benefit_group_gift, text: m.site_benefit_group_gift_text },
  { picture: 'coin', title: m.site_benefit_change, text: m.site_benefit_change_text },
  { picture: 'ticket', title: m.site_benefit_cards, text: m.site_benefit_cards_text },
  { picture: 'label', title: m.site_benefit_prices, text: m.site_benefit_prices_text },
  { picture: 'house', title: m.site_benefit_one_place, text: m.site_benefit_one_place_text },
  { picture: 'clipboard', title: m.site_benefit_group_registry, text: m.site_benefit_group_registry_text },
  { picture: 'backpack', title: m.site_benefit_activity, text: m.site_benefit_activity_text },
  { picture: 'card', title: m.site_benefit_prepay, text: m.site_benefit_prepay_text },
]

/** Three a row; with `hasLink` four a row, and a link to the page about them fills the last row. */
export function BenefitList({ hasLink = false }: { hasLink?: boolean }) {
  return (
    <ul className={classNames('grid gap-4.5 sm:grid-cols-2', hasLink ? 'lg:grid-cols-4' : 'lg:grid-cols-3')}>
      {benefits.map(({ picture, title, text }) => (
        <li key={picture} className="rounded-tile border border-line bg-card p-6">
          <Picture name={picture} size={52} />
          <h3 className="mt-4.5 font-sans text-lg font-semibold tracking-normal">{title()}</h3>
          <p className="mt-1 text-soft">{text()}</p>
        </li>
      ))}
      {hasLink && (
        <li className="flex flex-wrap items-center justify-between gap-x-8 gap-y-5 rounded-tile bg-sand p-6 lg:col-span-3 lg:px-10">
          <p className="max-w-md font-serif text-2xl">{m.site_benefits_all_lead()}</p>
          <ButtonLink to="/benefits" kind="outline">
            {m.site_benefits_all()}
          </ButtonLink>
        </li>
      )}
    </ul>
  )
}

/** The two main actions, for an event type if given. */
export function CreateOrFindLinks({ type, className }: { type?: string | undefined; className: string }) {
  return (
    <div className={classNames('flex flex-wrap gap-3.5 max-sm:*:grow max-sm:*:px-4', className)}>
      <ButtonLink to={paths.createRegistry(type)} size="large">
        {m.site_link_create()}
      </ButtonLink>
      <ButtonLink to={paths.findRegistry(type)} size="large" kind="outline">
        {m.site_link_find()}
      </ButtonLink>
    </div>
  )
}

const steps: { title: () => string; text: () => string }[] = [
  { title: m.site_step_1, text: m.site_step_1_text },
  { title: m.site_step_2, text: m.site_step_2_text },
  { title: m.site_step_3, text: m.site_step_3_text },
  { title: m.site_step_4, text: m.site_step_4_text },
  { title: m.site_step_5, text: m.site_step_5_text },
  { title: m.site_step_6, text: m.site_step_6_text },
]

/** The six steps of how it works (R806). */
export function HowItWorksSteps() {
  return (
    <ol className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-x-10 gap-y-7">
      {steps.map(({ title, text }, index) => (
        <li key={title()} className="grid grid-cols-[3.25rem_minmax(0,1fr)]">
          <span
            aria-hidden="true"
            className="font-serif text-3xl leading-none font-semibold text-pomegranate"
          >
            {index + 1}
          </span>
          <div>
            <h3 className="font-sans text-xl leading-snug font-semibold tracking-normal">{title()}</h3>
            <p className="mt-1 text-soft">{text()}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
