import { paths } from '../../../base/paths.ts'
import { keepNamesTogether, longestWordLength } from '../../../base/text.ts'
import { m } from '../../../paraglide/messages.js'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { pictureNamed } from '../../../ui/media/pictures.ts'
import { linkClasses } from '../../../ui/page/link.tsx'
import { useSite } from '../../../ui/page/site-data.ts'
import { classNames } from '../../../ui/style/class-names.ts'
import { DotSeparated } from '../../../ui/text/dot-separated.tsx'
import { givenGiftsText, giversText } from '../../../ui/text/giving-counts.ts'
import type { RegistryView } from '../contract.ts'
import { GivingProgress } from './giving-progress.tsx'

interface RegistryHeaderProps {
  registry: RegistryView
  /** The event's day as guests read it, and what stands before the day for its weekday; null while it is undecided. */
  eventDay: { weekday: string; day: string } | null
  /** Whole days; negative when the event is over, null while its day is undecided. */
  daysToGo: number | null
}

/** Who celebrates what and when, the hosts' texts, and how much of the list is given. */
export function RegistryHeader({ registry, eventDay, daysToGo }: RegistryHeaderProps) {
  const site = useSite()
  const day = eventDay ? <EventDay key="day" {...eventDay} /> : m.registry_date_undecided()
  const facts = [registry.name, day, registry.event_place].filter(Boolean)
  return (
    <section className="registry-header">
      <div className="registry-arch">
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
            className="mb-1.5 w-3/4 md:mb-6 lg:mb-8"
          />
        )}
      </div>
      <div className="flex min-w-0 flex-col justify-end">
        <p className="font-semibold text-sm text-pomegranate">
          <DotSeparated facts={facts} />
        </p>
        <h1 className={`mt-0.5 wrap-anywhere md:mt-2 ${titleSize(registry.registry_name)}`}>
          {keepNamesTogether(registry.registry_name)}
        </h1>
        <p className="hidden print:block">{`${site?.url}${paths.registry(registry.slug ?? registry.id)}`}</p>
      </div>
      <div className="col-span-2 flex min-w-0 flex-col md:col-span-1 md:col-start-2">
        {registry.message && (
          <p className="font-serif text-lg text-soft md:mt-3 lg:text-xl">{registry.message}</p>
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

/** Phones have no room for the weekday. */
function EventDay({ weekday, day }: NonNullable<RegistryHeaderProps['eventDay']>) {
  return (
    <>
      <span className="max-md:sr-only">{weekday}</span>
      {`${day} `}
    </>
  )
}

/** A name with a long word is set smaller, so that no line begins with the word's last letters. */
function titleSize(name: string): string {
  const longest = longestWordLength(name)
  if (longest <= 15) return 'text-2xl md:text-3xl lg:text-4xl'
  if (longest <= 18) return 'text-[1.375rem] leading-tight md:text-3xl min-[72rem]:text-4xl'
  return longest <= 22
    ? 'text-lg leading-tight md:text-2xl min-[72rem]:text-3xl'
    : 'text-base md:text-2xl lg:text-2xl'
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

/** A long letter shows three lines on a phone, so that its first screen has gifts; the rest opens without scripts, too. */
function Greeting({ text }: { text: string }) {
  const isLong = text.length > shortGreeting || text.split('\n').length > 3
  return (
    <div className={classNames('mt-1 md:mt-3 lg:mt-4', isLong && 'long-letter')}>
      <p className="max-w-[60ch] whitespace-pre-line font-serif text-lg text-soft max-md:leading-snug">
        {text}
      </p>
      {isLong && (
        <details className="md:hidden print:hidden">
          <summary className={`min-h-11 w-fit cursor-pointer content-center ${linkClasses.strong}`}>
            {m.registry_greeting_open()}
          </summary>
        </details>
      )}
    </div>
  )
}

/** As many characters fit in three lines of the narrowest phone. */
const shortGreeting = 105

/** How long and how much is left, and sharing: one strip on phones. */
function RegistryNumbers({ registry, daysToGo }: Omit<RegistryHeaderProps, 'eventDay'>) {
  const { items, gifts_given } = registry
  const hasGifts = items + registry.gift_cards + registry.givers > 0
  return (
    <div className="registry-numbers">
      {daysToGo !== null && daysToGo >= 0 && (
        <NumberWithLabel
          value={daysToGo === 0 ? m.registry_today() : String(daysToGo)}
          label={daysToGo === 0 ? m.registry_today_label() : m.registry_days_to_go({ count: daysToGo })}
        />
      )}
      {items > 0 && !registry.secret && (
        <div className="max-md:hidden">
          <NumberWithLabel
            value={m.registry_open_of({ open: items - gifts_given, total: items })}
            label={m.registry_gifts_open()}
          />
        </div>
      )}
      <div className={hasGifts ? 'given-progress' : 'flex-1'}>
        {!hasGifts ? null : registry.secret ? (
          <p className="text-soft max-md:text-sm">{m.surprise_head()}</p>
        ) : (
          <GivingProgress counts={registry} />
        )}
      </div>
      <ButtonLink
        to={paths.shareRegistry(registry.slug ?? registry.id)}
        kind="outline"
        preventScrollReset
        className="max-md:size-12 max-md:shrink-0 max-md:p-0"
      >
        <span className="share-mark md:hidden" />
        <span className="max-md:sr-only">{m.registry_share()}</span>
      </ButtonLink>
    </div>
  )
}

function NumberWithLabel({ value, label }: { value: string; label: string }) {
  return (
    <p className="max-md:text-center">
      <span className="block font-serif text-xl leading-tight tabular-nums lg:text-2xl">{value}</span>
      <span className="block text-sm text-soft max-md:leading-tight">{label}</span>
    </p>
  )
}
