import { paths } from '../../../base/paths.ts'
import { keepNamesTogether } from '../../../base/text.ts'
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
import { HostMenuBar } from './host-menu.tsx'

interface HeaderProps {
  registry: RegistryView
  daysToGo: number | null
  /** The host's other registries, to switch to. */
  others: Pick<RegistryView, 'id' | 'registry_name'>[]
}

/**
 * 'Current event': the registry being edited, its numbers, and a switch to another (R228), in one bar; on small screens the
 * bar opens the menu with all of it.
 */
export function HostHeader({ registry, daysToGo, others }: HeaderProps) {
  const photo = <EventPhoto type={registry.type_info} photo={registry.portrait && registry.thumbnail} tiny />
  return (
    <header className="mb-6 border-b border-line lg:mb-10">
      <HostMenuBar id={registry.id} photo={photo} name={registry.registry_name}>
        <div className="border-b border-line px-4 pt-2 pb-3">
          <p className="text-sm text-soft">{m.registry_current_event()}</p>
          <Facts registry={registry} daysToGo={daysToGo} />
          <p className="mt-2 flex flex-wrap gap-x-5">
            {registry.open && (
              <Link to={paths.addGifts(registry.id)} variant="strong" className="py-1.5">
                {m.common_add_gifts()}
              </Link>
            )}
            <Link to={paths.registry(registry.id)} variant="strong" className="py-1.5">
              {m.registry_mine_view()}
            </Link>
          </p>
        </div>
        {others.length > 0 && (
          <div className="border-b border-line py-2">
            <p className="px-4 text-sm text-soft">{m.registry_switch()}</p>
            <OtherRegistries others={others} />
          </div>
        )}
      </HostMenuBar>
      <div className="flex min-h-14 items-center gap-4 max-lg:hidden">
        {photo}
        <div className="min-w-0 flex-1 py-1">
          <p className="sr-only">{m.registry_current_event()}</p>
          <p className="font-serif text-lg leading-tight wrap-anywhere">
            {keepNamesTogether(registry.registry_name)}
          </p>
          <Facts registry={registry} daysToGo={daysToGo} short />
        </div>
        {others.length > 0 && <RegistrySwitch others={others} />}
        {registry.open && (
          <ButtonLink to={paths.addGifts(registry.id)} kind="outline" size="small">
            {m.common_add_gifts()}
          </ButtonLink>
        )}
        <ButtonLink to={paths.registry(registry.id)} kind="outline" size="small">
          {m.registry_mine_view()}
        </ButtonLink>
      </div>
    </header>
  )
}

/** What it is and when, and how much of it is given; in the bar, `short`, no more than finds room on one line. */
function Facts({ registry, daysToGo, short = false }: Omit<HeaderProps, 'others'> & { short?: boolean }) {
  const closed = registry.open ? [] : [m.registry_closed()]
  const days =
    daysToGo !== null && daysToGo > 0 ? [`${daysToGo} ${m.registry_days_to_go({ count: daysToGo })}`] : []
  const given = registry.secret ? m.surprise_head() : givenGiftsText(registry)
  const givers = short || registry.secret ? [] : [giversText(registry) ?? []].flat()
  return (
    <p className={classNames('flex flex-wrap gap-x-3 text-sm text-soft', short && 'leading-tight')}>
      <span className="font-semibold text-pomegranate">
        {registry.name}&nbsp;· <DayText day={registry.registry_date} />
      </span>
      {short && <DotSeparated facts={[...closed, ...days]} className="min-[75rem]:hidden" />}
      <DotSeparated
        facts={[...closed, ...days, given, ...givers]}
        className={short ? 'max-[75rem]:hidden' : ''}
      />
    </p>
  )
}

function RegistrySwitch({ others }: Pick<HeaderProps, 'others'>) {
  return (
    <DropdownMenu
      summary={
        <>
          <span className="max-[75rem]:sr-only">{m.registry_switch()}</span> <ChevronIcon />
        </>
      }
      className="relative"
      summaryClass={classNames(buttonClasses({ kind: 'quiet', size: 'small' }), 'cursor-pointer list-none')}
      panelClass="absolute left-0 z-30 mt-2 max-h-96 w-72 overflow-y-auto rounded-tile border border-line bg-card p-2 shadow-[0_16px_50px_rgb(35_38_45/0.2)]"
    >
      <OtherRegistries others={others} />
    </DropdownMenu>
  )
}

function OtherRegistries({ others }: Pick<HeaderProps, 'others'>) {
  return (
    <ul>
      {others.map(other => (
        <li key={other.id}>
          <Link
            to={paths.editRegistry(other.id)}
            reloadDocument
            className="block rounded-field px-4 py-2 wrap-anywhere hover:bg-sand"
          >
            {other.registry_name}
          </Link>
        </li>
      ))}
    </ul>
  )
}
