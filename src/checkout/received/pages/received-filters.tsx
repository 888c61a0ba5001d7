import { Form, useSubmit } from 'react-router'
import type { ReplyOf } from '../../../base/endpoint.ts'
import type { Language } from '../../../base/language.ts'
import { formatEuro } from '../../../base/money.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import type { RegistryView } from '../../../registry/registry/contract.ts'
import { Button } from '../../../ui/form/button.tsx'
import { LanguageInput } from '../../../ui/form/language-input.tsx'
import { Chip, ChipRow } from '../../../ui/list/chip.tsx'
import { classNames } from '../../../ui/style/class-names.ts'
import { DotSeparated } from '../../../ui/text/dot-separated.tsx'
import { type listReceivedGifts, type ThanksFilter, thanksFilters } from '../contract.ts'

const filterTexts: Record<ThanksFilter, () => string> = {
  all: m.common_all,
  unthanked: m.received_unthanked,
  thanked: m.received_thanked,
}

interface FilterProps {
  registry: RegistryView
  show: ThanksFilter
  /** The id of the gift that is filtered by; empty for all. */
  gift: string
  language: Language
  meta: ReplyOf<typeof listReceivedGifts>['meta']
}

/** How many gave and wrote, what it comes to, and the filters, all of them in the address. */
export function ReceivedFilters({ registry, show, gift, meta, language }: FilterProps) {
  const address = paths.registryGifts(registry.id)
  const filterAddress = (one: ThanksFilter) => {
    const query = new URLSearchParams({ ...(one !== 'all' && { show: one }), ...(gift && { gift }) })
    return query.size > 0 ? `${address}?${query}` : address
  }
  const counts = [m.common_gift_count({ count: meta.orders })]
  if (meta.wishes > 0) counts.push(m.received_wishes({ count: meta.wishes }))
  const facts = [m.received_amount({ amount: formatEuro(meta.amount, language) })]
  if (meta.unthanked > 0) facts.push(m.received_open({ count: meta.unthanked }))
  return (
    <div className="flex flex-col gap-4 border-b border-line pb-3">
      <div>
        <p className="font-serif text-2xl">{counts.join(', ')}</p>
        <p className="text-sm text-soft">
          <DotSeparated facts={facts} />
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 max-md:block max-md:space-y-2">
        <ChipRow label={m.common_which_gifts()}>
          {thanksFilters.map(one => (
            <Chip key={one} to={filterAddress(one)} chosen={one === show}>
              {filterTexts[one]()}
            </Chip>
          ))}
        </ChipRow>
        {meta.gifts.length > 1 && <GiftFilter {...{ address, show, gift }} gifts={meta.gifts} />}
      </div>
    </div>
  )
}

type GiftFilterProps = Pick<FilterProps, 'show' | 'gift'> & {
  address: string
  gifts: FilterProps['meta']['gifts']
}

/** Filters by gift: at once with scripts, by a button without. */
function GiftFilter({ address, show, gift, gifts }: GiftFilterProps) {
  const submit = useSubmit()
  return (
    <Form
      role="presentation"
      method="get"
      action={address}
      key={gift}
      className={classNames(
        'flex min-w-0 items-center gap-2 max-md:[&>select]:flex-1',
        gift === '' && 'no-print',
      )}
    >
      <LanguageInput />
      {show !== 'all' && <input type="hidden" name="show" value={show} />}
      <select
        name="gift"
        aria-label={m.received_gift_label()}
        defaultValue={gift}
        onChange={event => submit(event.currentTarget.form, { preventScrollReset: true })}
        className="small-select max-w-80 max-md:w-full max-md:max-w-none"
      >
        <option value="">{m.received_gift_all()}</option>
        {gifts.map(one => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
      <Button type="submit" kind="outline" size="small" className="js:hidden">
        {m.common_show()}
      </Button>
    </Form>
  )
}
