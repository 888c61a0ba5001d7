import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { pictureNamed } from '../../../ui/media/pictures.ts'
import { useSite } from '../../../ui/page/site-data.ts'
import type { RegistryView } from '../contract.ts'
import { GivingProgress } from './giving-progress.tsx'

interface RegistryHeaderProps {
  registry: RegistryView
  /** The event's day as guests read it; null while it is undecided. */
  eventDay: string | null
  /** Whole days; negative when the event is over, null while its day is undecided. */
  daysToGo: number | null
}

/** Who celebrates what and when, the hosts' texts, and how much of the list is given. */
export function RegistryHeader({ registry, eventDay, daysToGo }: RegistryHeaderProps) {
  const site = useSite()
  const facts = [registry.name, eventDay ?? m.registry_date_undecided(), registry.event_place]
    .filter(Boolean)
    .join(' · ')
  return (
    <section className="grid gap-x-12 gap-y-6 pt-6 pb-8 lg:grid-cols-[300px_1fr] lg:pt-10 lg:pb-14 print:grid-cols-[28mm_1fr] print:gap-x-6 print:pt-0 print:pb-4">
      <div className="arch flex aspect-[6/7] w-44 items-end justify-center overflow-hidden bg-linear-to-b from-rose via-sand to-leaf lg:w-full print:w-full">
        {registry.portrait ? (
          <img
            src={registry.portrait}
            width={300}
            height={350}
            alt={m.hosting_picture_of({ hosts: registry.hosts })}
            fetchPriority="high"
            className="size-full object-cover"
          />
        ) : (
          <Picture
            name={pictureNamed(registry.type_info.illustration)}
            size={220}
            priority
            className="mb-5 w-3/4 lg:mb-8"
          />
        )}
      </div>
      <div className="flex flex-col justify-end">
        <p className="font-semibold text-sm text-pomegranate">{facts}</p>
        <h1 className="mt-2 text-3xl lg:text-4xl">{registry.registry_name}</h1>
        <p className="hidden print:block">{`${site?.url}${paths.registry(registry.slug ?? registry.id)}`}</p>
        {registry.message && <p className="mt-3 font-serif text-xl text-soft">{registry.message}</p>}
        {registry.greeting && (
          <p className="mt-3 max-w-[60ch] whitespace-pre-line font-serif text-lg text-soft">
            {registry.greeting}
          </p>
        )}
        {!registry.open && <p className="mt-4 font-semibold text-olive">{m.registry_closed_note()}</p>}
        <RegistryNumbers registry={registry} daysToGo={daysToGo} />
      </div>
    </section>
  )
}

function RegistryNumbers({ registry, daysToGo }: Omit<RegistryHeaderProps, 'eventDay'>) {
  const { items, gifts_given } = registry
  const hasGifts = items + registry.gift_cards + registry.givers > 0
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-9 gap-y-5 border-line border-t pt-6 print:mt-2 print:pt-2">
      {daysToGo !== null && daysToGo >= 0 && (
        <NumberWithLabel
          value={daysToGo === 0 ? m.registry_today() : String(daysToGo)}
          label={daysToGo === 0 ? m.registry_today_label() : m.registry_days_to_go({ count: daysToGo })}
        />
      )}
      {items > 0 && registry.open && !registry.secret && (
        <NumberWithLabel
          value={m.registry_open_of({ open: items - gifts_given, total: items })}
          label={m.registry_gifts_open()}
        />
      )}
      <div className={hasGifts ? 'min-w-60 flex-1 basis-72' : 'flex-1'}>
        {!hasGifts ? null : registry.secret ? (
          <p className="text-soft">{m.surprise_head()}</p>
        ) : (
          <GivingProgress counts={registry} />
        )}
      </div>
      <ButtonLink to={paths.shareRegistry(registry.slug ?? registry.id)} kind="outline" preventScrollReset>
        {m.registry_share()}
      </ButtonLink>
    </div>
  )
}

function NumberWithLabel({ value, label }: { value: string; label: string }) {
  return (
    <p>
      <span className="block font-serif text-2xl leading-tight tabular-nums">{value}</span>
      <span className="text-sm text-soft">{label}</span>
    </p>
  )
}
