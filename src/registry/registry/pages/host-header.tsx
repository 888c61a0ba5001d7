import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { ButtonLink, buttonClasses } from '../../../ui/form/button.tsx'
import { ChevronIcon } from '../../../ui/media/icons.tsx'
import { DropdownMenu } from '../../../ui/overlay/dropdown-menu.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { classNames } from '../../../ui/style/class-names.ts'
import { DotSeparated } from '../../../ui/text/dot-separated.tsx'
import { DayText } from '../../../ui/text/formatted-text.tsx'
import { givenGiftsText, giversText } from '../../../ui/text/giving-counts.ts'
import { EventPhoto } from '../../photo/pages/event-photo.tsx'
import type { RegistryView } from '../contract.ts'

interface HeaderProps {
  registry: RegistryView
  daysToGo: number | null
  /** The host's other registries, to switch to. */
  others: Pick<RegistryView, 'id' | 'registry_name'>[]
}

/** 'Current event': the registry being edited, its numbers, and a switch to another (R228). */
export function HostHeader({ registry, daysToGo, others }: HeaderProps) {
  const given = [givenGiftsText(registry), giversText(registry)].filter(text => text !== null)
  const left = m.registry_left({ count: registry.items - registry.gifts_given })
  const facts = [
    ...(daysToGo !== null && daysToGo > 0
      ? [`${daysToGo} ${m.registry_days_to_go({ count: daysToGo })}`]
      : []),
    ...(registry.secret ? [m.surprise_head()] : [...given, registry.open ? left : m.registry_closed()]),
  ]
  return (
    <header className="mb-10 flex flex-wrap items-center gap-x-6 gap-y-4 border-b border-line pb-8">
      <EventPhoto type={registry.type_info} photo={registry.portrait && registry.thumbnail} small />
      <div className="min-w-60 flex-1">
        <p className="text-sm text-soft">{m.registry_current_event()}</p>
        <p className="font-serif text-2xl wrap-anywhere">{registry.registry_name}</p>
        <p className="text-sm font-semibold text-pomegranate">
          {registry.name}&nbsp;· <DayText day={registry.registry_date} />
        </p>
        <p className="mt-1 text-sm text-soft">
          <DotSeparated facts={facts} />
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        {others.length > 0 && <RegistrySwitch others={others} />}
        {registry.open && (
          <ButtonLink to={paths.addGifts(registry.id)} kind="outline">
            {m.registry_mine_add()}
          </ButtonLink>
        )}
        <ButtonLink to={paths.registry(registry.id)} kind="outline">
          {m.registry_mine_view()}
        </ButtonLink>
      </div>
    </header>
  )
}

function RegistrySwitch({ others }: Pick<HeaderProps, 'others'>) {
  return (
    <DropdownMenu
      summary={
        <>
          {m.registry_switch()} <ChevronIcon />
        </>
      }
      className="relative max-sm:order-last max-sm:-ms-5"
      summaryClass={classNames(buttonClasses({ kind: 'quiet' }), 'cursor-pointer list-none')}
      panelClass="absolute left-0 z-30 mt-2 max-h-96 w-72 overflow-y-auto rounded-tile border border-line bg-card p-2 shadow-[0_16px_50px_rgb(35_38_45/0.2)]"
    >
      <ul>
        {others.map(other => (
          <li key={other.id}>
            <Link
              to={paths.editRegistry(other.id)}
              reloadDocument
              className="block rounded-field px-3 py-2 wrap-anywhere hover:bg-sand"
            >
              {other.registry_name}
            </Link>
          </li>
        ))}
      </ul>
    </DropdownMenu>
  )
}
