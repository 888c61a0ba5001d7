import { useFetcher } from 'react-router'
import { type Day, formatDay } from '../../../base/dates.ts'
import { m } from '../../../paraglide/messages.js'
import type { RegistryView } from '../../../registry/registry/contract.ts'
import { Button } from '../../../ui/form/button.tsx'
import { CheckIcon } from '../../../ui/media/icons.tsx'
import { ProductTile } from '../../../ui/media/product-tile.tsx'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { DayText, Money } from '../../../ui/text/formatted-text.tsx'
import type { ReceivedGift } from '../contract.ts'

/** The lines of one order, with the days in Athens on which they were ordered and thanked for. */
export type ReceivedOrderLines = (ReceivedGift & { day: Day; thankedDay: Day | null })[]

/** One order: its gifts, each message once, and whether the giver was thanked. */
export function ReceivedOrder({ lines, registry }: { lines: ReceivedOrderLines; registry: RegistryView }) {
  const messages = [...new Set(lines.flatMap(line => line.message ?? []))]
  const isVoid = lines.every(line => line.state === 'void')
  return (
    <li className="flex flex-col gap-4 py-6">
      {lines.map(line => (
        <OrderLine key={line.line_id} line={line} />
      ))}
      <div className="flex flex-col gap-4 empty:hidden sm:pl-25">
        {messages.map(message => (
          <p
            key={message}
            className="max-w-2xl border-l-2 border-line pl-4 font-serif text-lg leading-snug wrap-anywhere whitespace-pre-line"
          >
            {message}
          </p>
        ))}
        {lines.some(line => line.recovered) && (
          <p className="max-w-2xl text-sm text-soft">{m.received_recovered()}</p>
        )}
        {!isVoid && <Thanks lines={lines} registry={registry} />}
      </div>
    </li>
  )
}

function OrderLine({ line }: { line: ReceivedOrderLines[number] }) {
  return (
    <div className="flex gap-5">
      <ProductTile image={line.image} tile={line.tile} className="size-20 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-6">
          <span className="min-w-0 flex-1 leading-snug font-semibold">{line.name}</span>
          <Money cents={line.amount} className="text-lg font-semibold" />
        </p>
        <p className="wrap-anywhere">{line.giver || m.registry_received_anonymous()}</p>
        <p className="text-sm text-soft">
          <DayText day={line.day} />
          &nbsp;· {kindText(line)}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm font-semibold empty:hidden">
          {line.state === 'pending' && <span className="text-sea">{m.registry_received_pending()}</span>}
          {line.state === 'void' && <span className="text-soft">{m.registry_received_void()}</span>}
          {line.surplus > 0 && (
            <span className="text-pomegranate">
              {m.registry_received_surplus()} <Money cents={line.surplus} />
            </span>
          )}
        </p>
      </div>
    </div>
  )
}

function kindText({ kind, units }: ReceivedOrderLines[number]): string {
  if (kind === 'contribution') return m.registry_received_share_of()
  return kind === 'gift_card' ? m.received_card() : m.registry_received_units({ count: units })
}

/** The thanks mark, which can be undone, and a thank-you e-mail begun in the host's own mail program. */
function Thanks({ lines, registry }: { lines: ReceivedOrderLines; registry: RegistryView }) {
  const fetcher = useFetcher()
  const language = useLanguage()
  const [line] = lines
  if (!line) return null
  const order = { giver: line.giver || m.registry_received_anonymous(), day: formatDay(line.day, language) }
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      {line.thankedDay && (
        <p role="status" className="flex items-center gap-2 font-semibold text-olive">
          <CheckIcon />
          <span>
            {m.received_thanked_on()} <DayText day={line.thankedDay} />
          </span>
        </p>
      )}
      <fetcher.Form role="presentation" method="post">
        <input type="hidden" name="intent" value="thank" />
        <input type="hidden" name="order_id" value={line.order_id} />
        <input type="hidden" name="thanked" value={line.thankedDay ? '0' : '1'} />
        <Button
          type="submit"
          size="small"
          kind={line.thankedDay ? 'quiet' : 'outline'}
          busy={fetcher.state !== 'idle'}
          aria-label={line.thankedDay ? m.received_undo_this(order) : m.received_thank_this(order)}
        >
          {line.thankedDay ? m.received_undo() : m.received_thank()}
        </Button>
      </fetcher.Form>
      <a
        href={thankYouMailto(lines, registry)}
        className="no-print py-1 underline decoration-1 underline-offset-4 hover:decoration-2"
      >
        {m.received_write()}
      </a>
    </div>
  )
}

/** Without an address: givers gave theirs to the shop, not to the hosts. */
function thankYouMailto(lines: ReceivedOrderLines, { registry_name, hosts }: RegistryView): string {
  const gifts = lines.map(line => line.name).join(', ')
  const subject = encodeURIComponent(m.received_write_subject({ name: registry_name }))
  const body = encodeURIComponent(m.received_write_text({ gifts, hosts }).replaceAll('\n', '\r\n'))
  return `mailto:?subject=${subject}&body=${body}`
}
