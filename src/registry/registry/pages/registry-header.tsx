import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { pictureNamed } from '../../../ui/media/pictures.ts'
import { useSite } from '../../../ui/page/site-data.ts'
import { DotSeparated } from '../../../ui/text/dot-separated.tsx'
import { givenGiftsText, giversText } from '../../../ui/text/giving-counts.ts'
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
  const facts = [registry.name, eventDay ?? m.registry_date_undecided()]
  if (registry.event_place) facts.push(registry.event_place)
  return (
    <section className="grid grid-cols-[5.5rem_1fr] gap-x-4 gap-y-3 pt-4 pb-5 lg:grid-cols-[300px_1fr] lg:grid-rows-[1fr_auto] lg:gap-x-12 lg:gap-y-0 lg:pt-10 lg:pb-14 print:grid-cols-[28mm_1fr] print:gap-x-6 print:pt-0 print:pb-4">
      <div className="arch flex aspect-[6/7] w-full items-end justify-center overflow-hidden bg-linear-to-b from-rose via-sand to-leaf lg:row-span-2">
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
            className="mb-2 w-3/4 lg:mb-8"
          />
        )}
      </div>
      <div className="flex min-w-0 flex-col justify-end">
        <p className="font-semibold text-sm text-pomegranate">
          <DotSeparated facts={facts} />
        </p>
        <h1 className="mt-1 wrap-anywhere text-2xl lg:mt-2 lg:text-4xl">{registry.registry_name}</h1>
        <p className="hidden print:block">{`${site?.url}${paths.registry(registry.slug ?? registry.id)}`}</p>
      </div>
      <div className="col-span-2 flex min-w-0 flex-col lg:col-span-1 lg:col-start-2">
        {registry.message && (
          <p className="font-serif text-lg text-soft lg:mt-3 lg:text-xl">{registry.message}</p>
        )}
        {registry.greeting && <Greeting text={registry.greeting} />}
        {registry.open ? (
          <RegistryNumbers registry={registry} daysToGo={daysToGo} />
        ) : (
          <Goodbye registry={registry} />
        )}
      </div>
    </section>
  )
}

/** A closed registry takes its leave: what was given, unless it is a surprise, and thanks. */
function Goodbye({ registry }: Pick<RegistryHeaderProps, 'registry'>) {
  const isToldOf = !registry.secret && registry.items > 0 && registry.givers > 0
  const given = isToldOf ? [givenGiftsText(registry), giversText(registry) ?? ''] : []
  return (
    <div className="mt-4 border-line border-t pt-4 lg:mt-6 lg:pt-6">
      <h2 className="text-xl lg:text-2xl">{m.registry_closed()}</h2>
      {isToldOf && (
        <p className="mt-1 text-soft">
          <DotSeparated facts={given} />
        </p>
      )}
      <p className="mt-2 font-serif text-lg text-olive">{m.registry_goodbye()}</p>
    </div>
  )
}

/** A long letter is opened on a phone, so that its first screen shows gifts; without scripts, too. */
function Greeting({ text }: { text: string }) {
  const isLong = text.length > shortGreeting || text.split('\n').length > 2
  const look = 'max-w-[60ch] whitespace-pre-line font-serif text-lg text-soft'
  if (!isLong) return <p className={`mt-2 lg:mt-3 ${look}`}>{text}</p>
  return (
    <>
      <details className="mt-1 lg:hidden print:hidden">
        <summary className="min-h-11 cursor-pointer content-center font-semibold text-pomegranate underline underline-offset-4">
          {m.registry_greeting_open()}
        </summary>
        <p className={look}>{text}</p>
      </details>
      <p className={`mt-3 hidden lg:block print:block ${look}`}>{text}</p>
    </>
  )
}

/** As many characters fit in two lines of a phone. */
const shortGreeting = 90

function RegistryNumbers({ registry, daysToGo }: Omit<RegistryHeaderProps, 'eventDay'>) {
  const { items, gifts_given } = registry
  const hasGifts = items + registry.gift_cards + registry.givers > 0
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-3 border-line border-t pt-3 lg:mt-6 lg:gap-x-9 lg:gap-y-5 lg:pt-6 print:mt-2 print:pt-2">
      {daysToGo !== null && daysToGo >= 0 && (
        <NumberWithLabel
          value={daysToGo === 0 ? m.registry_today() : String(daysToGo)}
          label={daysToGo === 0 ? m.registry_today_label() : m.registry_days_to_go({ count: daysToGo })}
        />
      )}
      {items > 0 && !registry.secret && (
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
      <span className="block font-serif text-xl leading-tight tabular-nums lg:text-2xl">{value}</span>
      <span className="text-sm text-soft">{label}</span>
    </p>
  )
}
