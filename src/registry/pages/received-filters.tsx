import { Form } from 'react-router'
import type { ReplyOf } from '../../base/endpoint.ts'
import { formatEuro } from '../../base/money.ts'
import { inLanguage, paths } from '../../base/paths.ts'
import { type giftsReceived, type ReceivedShow, receivedShows } from '../../checkout/received-contract.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Chip, ChipRow } from '../../ui/chip.tsx'
import { Select } from '../../ui/text-field.tsx'
import type { ReceivedData } from './gifts-received-page.tsx'

const words: Record<ReceivedShow, () => string> = {
  all: m.received_all,
  unthanked: m.received_unthanked,
  thanked: m.received_thanked,
}

interface FilterProps extends Pick<ReceivedData, 'registry' | 'show' | 'gift' | 'language'> {
  meta: ReplyOf<typeof giftsReceived>['meta']
}

/** What it all comes to, which of it is shown, and the way to a table of it; all of it stands in the address. */
export function ReceivedFilters({ registry, show, gift, meta, language }: FilterProps) {
  const address = paths.registryGifts(registry.id)
  const to = (one: ReceivedShow) => {
    const query = new URLSearchParams({ ...(one !== 'all' && { show: one }), ...(gift && { gift }) })
    return query.size > 0 ? `${address}?${query}` : address
  }
  return (
    <div className="flex flex-col gap-4 border-b border-line pb-5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <span className="text-lg font-semibold">
          {m.received_amount({ amount: formatEuro(meta.amount, language) })}
        </span>
        {meta.unthanked > 0 && (
          <span className="text-soft">{m.received_open({ count: meta.unthanked })}</span>
        )}
        {/* A file, not a page: the browser itself fetches it. */}
        <a
          href={inLanguage(`${address}/table`, language)}
          className="font-semibold text-pomegranate underline underline-offset-4"
        >
          {m.received_table()}
        </a>
      </p>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <ChipRow label={m.received_filter()}>
          {receivedShows.map(one => (
            <Chip key={one} to={to(one)} chosen={one === show}>
              {words[one]()}
            </Chip>
          ))}
        </ChipRow>
        {meta.gifts.length > 1 && (
          <Form method="get" action={address} key={gift} className="flex items-end gap-2">
            {language === 'el' && <input type="hidden" name="lang" value="el" />}
            {show !== 'all' && <input type="hidden" name="show" value={show} />}
            <Select
              label={m.received_gift_label()}
              name="gift"
              defaultValue={gift}
              empty={m.received_gift_all()}
              choices={meta.gifts.map(one => ({ value: String(one.id), label: one.name }))}
            />
            <Button type="submit" kind="outline">
              {m.received_gift_submit()}
            </Button>
          </Form>
        )}
      </div>
    </div>
  )
}
