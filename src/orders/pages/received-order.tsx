import { useFetcher } from 'react-router'
import { type Day, formatDay } from '../../base/dates.ts'
import { formatEuro } from '../../base/money.ts'
import { longestWordLength } from '../../base/text.ts'
import { m } from '../../paraglide/messages.js'
import type { RegistryView } from '../../registry/registry.contract.ts'
import { Form } from '../../ui/form/form.tsx'
import { CheckIcon } from '../../ui/media/icons.tsx'
import { ProductTile } from '../../ui/media/product-tile.tsx'
import { linkClasses } from '../../ui/page/link.tsx'
import { errorText, type PageError } from '../../ui/page/page-errors.ts'
import { useLanguage } from '../../ui/page/site-data.ts'
import { classNames } from '../../ui/style/class-names.ts'
import { DotSeparated, Notice } from '../../ui/text/facts.tsx'
import { DayText, Money } from '../../ui/text/formatted-text.tsx'
import type { ReceivedGift } from '../received.contract.ts'

/** The lines of one order; days are of Athens. */
export type ReceivedOrderLines = (ReceivedGift & { day: Day; sentDay: Day | null; thankedDay: Day | null })[]

interface ReceivedOrderProps {
  lines: ReceivedOrderLines
  registry: RegistryView
  /** The registry's only order so far: shown larger, below an arch (R246). */
  isFirst: boolean
}

export function ReceivedOrder({ lines, registry, isFirst }: ReceivedOrderProps) {
  const [first] = lines
  if (!first) return null
  const isVoid = lines.every(line => line.state === 'void')
  return (
    <li
      className={classNames(
        'grid gap-x-4 sm:gap-x-5',
        isFirst
          ? 'grid-cols-[7rem_1fr] py-6 sm:grid-cols-[12rem_1fr] sm:gap-x-8'
          : 'grid-cols-[4rem_1fr] py-3.5 sm:grid-cols-[5rem_1fr]',
      )}
    >
      <OrderPicture line={first} isFirst={isFirst} />
      <div className="flex min-w-0 flex-col gap-1">
        {isFirst && <h2 className="text-2xl">{m.received_first()}</h2>}
        <div className="flex items-start justify-between gap-x-4">
          <p
            className={classNames(
              'min-w-0 font-semibold wrap-anywhere',
              // Smaller, so that no line starts with the last letters of a surname.
              longestWordLength(first.giver) > 20 && 'max-sm:text-sm',
            )}
          >
            {first.giver || m.registry_received_anonymous()}
          </p>
          {!isVoid && <ThanksMark line={first} />}
        </div>
        <ThanksRefusal order={first.order_id} />
        <Words lines={lines} isLarge={isFirst} />
        {lines.map(line => (
          <OrderLine key={line.line_id} line={line} />
        ))}
        {lines.some(line => line.recovered) && (
          <p className="max-w-2xl text-sm text-soft">{m.received_recovered()}</p>
        )}
        {!isVoid && (
          <a
            href={thankYouMailto(lines, registry)}
            className={`no-print reach w-fit text-sm max-md:-mb-2.5 ${linkClasses.strong}`}
          >
            {m.received_write()}
          </a>
        )}
      </div>
    </li>
  )
}

function OrderPicture({ line, isFirst }: { line: ReceivedOrderLines[number]; isFirst: boolean }) {
  if (!isFirst) return <ProductTile image={line.image} tile={line.tile} className="w-full self-start" />
  return (
    <div className="arch animate-[rise_200ms_var(--ease-out)] self-start overflow-hidden">
      <ProductTile image={line.image} tile={line.tile} className="aspect-auto! h-full rounded-none!" eager />
    </div>
  )
}

/** Each message once. */
function Words({ lines, isLarge }: { lines: ReceivedOrderLines; isLarge: boolean }) {
  return [...new Set(lines.flatMap(line => line.message ?? []))].map(message => (
    <p
      key={message}
      className={classNames(
        'max-w-2xl font-serif leading-snug wrap-anywhere whitespace-pre-line',
        isLarge ? 'text-xl' : 'text-lg',
      )}
    >
      {message}
    </p>
  ))
}

function OrderLine({ line }: { line: ReceivedOrderLines[number] }) {
  const language = useLanguage()
  const facts = [line.name, kindText(line), formatEuro(line.amount, language), formatDay(line.day, language)]
  return (
    <>
      <p className="text-sm text-soft">
        <DotSeparated facts={facts.filter(Boolean)} />
      </p>
      <p className="flex flex-wrap gap-x-3 text-sm font-semibold empty:hidden">
        {line.receipt !== null && (
          <span className="font-normal text-soft">{m.received_till({ number: line.receipt })}</span>
        )}
        {line.state === 'pending' && <span className="text-sea">{m.registry_received_pending()}</span>}
        {line.state === 'void' && <span className="text-soft">{m.registry_received_void()}</span>}
        {line.sentDay && (
          <span className="text-olive">
            {m.received_sent_on()} <DayText day={line.sentDay} />
          </span>
        )}
        {line.second_units > 0 && (
          <span className="text-pomegranate">{m.registry_received_second({ count: line.second_units })}</span>
        )}
        {line.surplus > 0 && (
          <span className="text-pomegranate">
            {m.registry_received_surplus()} <Money cents={line.surplus} />
          </span>
        )}
      </p>
    </>
  )
}

/** Empty for one unit. */
function kindText({ kind, units }: ReceivedOrderLines[number]): string {
  if (kind === 'contribution') return m.registry_received_share_of()
  if (kind === 'gift_card') return m.received_card()
  return units > 1 ? m.common_units_count({ count: units }) : ''
}

const thanksFetcher = (order: number) => `thanks-${order}`

/** Why the last press on the mark changed nothing. */
function ThanksRefusal({ order }: { order: number }) {
  const { data: refused } = useFetcher<PageError>({ key: thanksFetcher(order) })
  return refused ? <Notice tone="alert">{errorText(refused)}</Notice> : null
}

function ThanksMark({ line }: { line: ReceivedOrderLines[number] }) {
  const key = thanksFetcher(line.order_id)
  const fetcher = useFetcher({ key })
  const language = useLanguage()
  const order = { giver: line.giver || m.registry_received_anonymous(), day: formatDay(line.day, language) }
  const isThanked = line.thankedDay !== null
  return (
    <Form
      navigate={false}
      fetcherKey={key}
      role="presentation"
      method="post"
      className="no-print -mt-2.5 -mb-1 flex shrink-0 items-center gap-2"
    >
      {line.thankedDay && (
        <p role="status" className="text-olive text-sm max-sm:sr-only">
          {m.common_thanked_on()} <DayText day={line.thankedDay} />
        </p>
      )}
      <input type="hidden" name="intent" value="thank" />
      <input type="hidden" name="order_id" value={line.order_id} />
      <input type="hidden" name="thanked" value={isThanked ? '0' : '1'} />
      <button
        type="submit"
        aria-disabled={fetcher.state !== 'idle' || undefined}
        onClick={event => fetcher.state !== 'idle' && event.preventDefault()}
        aria-label={m.received_thank_this(order)}
        aria-pressed={isThanked}
        title={isThanked ? m.received_undo() : undefined}
        className={classNames(
          'inline-flex min-h-(--low) items-center gap-1.5 rounded-pill border-[1.5px] px-3.5 text-sm font-semibold transition-colors',
          isThanked
            ? 'border-olive bg-olive text-white'
            : 'border-edge text-soft hover:border-olive hover:text-olive',
        )}
      >
        <CheckIcon />
        {m.received_thank()}
      </button>
    </Form>
  )
}

/** Without a recipient: givers gave their e-mail to the shop, not to the hosts. */
function thankYouMailto(lines: ReceivedOrderLines, { registry_name, hosts }: RegistryView): string {
  const gifts = lines.map(line => line.name).join(', ')
  const subject = encodeURIComponent(m.received_write_subject({ name: registry_name }))
  const body = encodeURIComponent(m.received_write_text({ gifts, hosts }).replaceAll('\n', '\r\n'))
  return `mailto:?subject=${subject}&body=${body}`
}
